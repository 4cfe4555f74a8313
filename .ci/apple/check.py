#!/usr/bin/env python3
"""Typechecks the package for an Apple platform on Linux, with the stubs of this folder.

    check.py SHARED [triple, default x86_64-apple-macosx13.0] [target ...]

SHARED is the folder with check.py and Apple's interfaces. Other triples are those of simulators: x86_64-apple-ios16.0-simulator,
and the same with tvos16.0, watchos9.0 and xros1.0. Exit 1 if there is an error or a warning. See README.md.
"""
import json, os, pathlib, re, shutil, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
checkout = here.parent.parent
if len(sys.argv) < 2: sys.exit(__doc__)
shared = pathlib.Path(sys.argv[1]).resolve()
triple = sys.argv[2] if len(sys.argv) > 2 else 'x86_64-apple-macosx13.0'
system = re.match(r'x86_64-apple-([a-z]+)', triple)[1]
# The compiler looks for interfaces in this folder of its resources.
platform = {'ios': 'iphonesimulator', 'tvos': 'appletvsimulator', 'watchos': 'watchsimulator', 'xros': 'xrsimulator'}.get(system, 'macosx')
scratch = pathlib.Path(os.environ.get('APPLE_CHECK_SCRATCH') or os.path.join(tempfile.gettempdir(), 'tern-apple-check')).resolve()
if platform != 'macosx': scratch /= platform
scratch.mkdir(parents=True, exist_ok=True)

# The shared check takes interfaces and headers from its own folder. So it runs in a copy of that folder, with the stubs.
stubbed = scratch / 'stubbed'
new = scratch / 'stubbed.new'
shutil.rmtree(new, ignore_errors=True)
shutil.copytree(shared / 'clangmods', new / 'clangmods')
shutil.copytree(shared / 'macosx', new / 'macosx')
check = (shared / 'check.py').read_text()
check = check.replace("'macosx': here / 'macosx'", f"'{platform}': here / '{platform}'")
(new / 'check.py').write_text(check.replace("'-I', str(out)", "'-I', str(out), '-I', str(resources / 'shims')"))
interface = 'x86_64-apple-macos.swiftinterface'
header = (shared / 'macosx/os.swiftmodule' / interface).read_text().split('import ')[0]
for stub in sorted((here / 'stubs').glob('*.swiftinterface')):
    # A platform has only one of them.
    if stub.stem == ('AppKit' if platform != 'macosx' or os.environ.get('APPLE_CHECK_UI') == 'UIKit' else 'UIKit'): continue
    module = new / 'macosx' / f'{stub.stem}.swiftmodule' / interface
    if module.exists():
        # The shared interface has no ProxyConfiguration, and takes numbers in its place.
        text = re.sub(r'(?m)^ *@available[^\n]*\n *public var proxyConfigurations: [^\n]*\n', '', module.read_text())
        module.chmod(0o644)
        module.write_text(text + stub.read_text())
    else:
        module.parent.mkdir()
        module.write_text(header.replace('-module-name os', f'-module-name {stub.stem}') + stub.read_text())

# The interfaces of the other platforms are those of macOS.
if platform != 'macosx':
    (new / 'macosx').rename(new / platform)
    for file in (new / platform).glob('*/*.swiftinterface'):
        file.chmod(0o644)
        file.write_text(file.read_text().replace('-target x86_64-apple-macosx13.0', f'-target {triple}'))
        file.rename(file.with_name(f'x86_64-apple-{system}-simulator.swiftinterface'))
    # A watch may have an Int of 32 bits. Literals that it can't hold are errors, too.
    if system == 'watchos':
        swift = new / platform / 'Swift.swiftmodule/x86_64-apple-watchos-simulator.swiftinterface'
        head, integer, rest = swift.read_text().partition('@frozen public struct Int : ')
        wide = 'Builtin.s_to_s_checked_trunc_IntLiteral_Int64(x).0'
        narrow = 'Builtin.sext_Int32_Int64(Builtin.s_to_s_checked_trunc_IntLiteral_Int32(x).0)'
        if wide not in rest: sys.exit('The literals of Int were not found in the interface of Swift.')
        swift.write_text(head + integer + rest.replace(wide, narrow, 1))
    # An availability of iOS counts for visionOS, too, with the version of visionOS that this file names.
    versions = {f'{major}.{minor}': '1.0' for major in range(2, 18) for minor in range(7)} | {'18.0': '2.0', '26.0': '26.0'}
    (scratch / 'sdk').mkdir(exist_ok=True)
    (scratch / 'sdk/SDKSettings.json').write_text(
        json.dumps({'Version': '26.0', 'MaximumDeploymentTarget': '26.0.99', 'VersionMap': {'iOS_visionOS': versions}}))

# Modules are cached by their time, so an unchanged copy stays, and a changed one begins with an empty cache.
def content(folder): return {f.relative_to(folder): f.read_bytes() for f in sorted(folder.rglob('*')) if f.is_file()}
if stubbed.exists() and content(stubbed) == content(new):
    shutil.rmtree(new)
else:
    shutil.rmtree(stubbed, ignore_errors=True)
    shutil.rmtree(scratch / 'cache', ignore_errors=True)
    new.rename(stubbed)

run = subprocess.Popen([sys.executable, '-u', stubbed / 'check.py', checkout, triple, *sys.argv[3:]],
    env={**os.environ, 'APPLE_CHECK_SCRATCH': str(scratch)}, stdout=subprocess.PIPE, text=True)
warnings = 0
for line in run.stdout:
    print(line, end='', flush=True)
    found = re.match(r'(\S+): \d+ errors, ([1-9]\d*) warnings$', line)
    if not found: continue
    log = (scratch / triple / f'{found[1]}.log').read_text()
    # The compiler repeats a warning for each file that sees it.
    texts = dict.fromkeys(l for l in log.split('\n') if ': warning:' in l)
    warnings += len(texts)
    for text in list(texts)[:5]: print('  ', text.replace(f'{checkout}/', ''))
code = run.wait()
if warnings: print(f'{warnings} warnings for {triple}')
sys.exit(1 if code or warnings else 0)
