#!/usr/bin/env python3
"""Typechecks the package for an Apple platform on Linux, with the stubs of this folder.

    check.py SHARED [triple, default x86_64-apple-macosx13.0] [target ...]

SHARED is the folder with check.py and Apple's interfaces. Exit 1 if there is an error or a warning. See README.md.
"""
import os, pathlib, re, shutil, subprocess, sys, tempfile

here = pathlib.Path(__file__).resolve().parent
checkout = here.parent.parent
if len(sys.argv) < 2: sys.exit(__doc__)
shared = pathlib.Path(sys.argv[1]).resolve()
triple = sys.argv[2] if len(sys.argv) > 2 else 'x86_64-apple-macosx13.0'
scratch = pathlib.Path(os.environ.get('APPLE_CHECK_SCRATCH') or os.path.join(tempfile.gettempdir(), 'tern-apple-check')).resolve()

# The shared check takes interfaces and headers from its own folder. So it runs in a copy of that folder, with the stubs.
stubbed = scratch / 'stubbed'
new = scratch / 'stubbed.new'
shutil.rmtree(new, ignore_errors=True)
shutil.copytree(shared / 'clangmods', new / 'clangmods')
shutil.copytree(shared / 'macosx', new / 'macosx')
shutil.copy(shared / 'check.py', new / 'check.py')
interface = 'x86_64-apple-macos.swiftinterface'
header = (shared / 'macosx/os.swiftmodule' / interface).read_text().split('import ')[0]
for stub in sorted((here / 'stubs').glob('*.swiftinterface')):
    # A platform has only one of them.
    if stub.stem == ('AppKit' if os.environ.get('APPLE_CHECK_UI') == 'UIKit' else 'UIKit'): continue
    module = new / 'macosx' / f'{stub.stem}.swiftmodule' / interface
    if module.exists():
        # The shared interface has no ProxyConfiguration, and takes numbers in its place.
        text = re.sub(r'(?m)^ *@available[^\n]*\n *public var proxyConfigurations: [^\n]*\n', '', module.read_text())
        module.chmod(0o644)
        module.write_text(text + stub.read_text())
    else:
        module.parent.mkdir()
        module.write_text(header.replace('-module-name os', f'-module-name {stub.stem}') + stub.read_text())

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
