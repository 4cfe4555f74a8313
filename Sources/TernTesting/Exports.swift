// Virtual time is a module of its own, which knows nothing of Tern. With `import TernTesting`, tests see its names.
@_exported import TernVirtualTime
