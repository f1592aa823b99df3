"""Reports, PAR sheets, benchmarks and the functions of `import siete`, on top of odds, sim and engine."""
