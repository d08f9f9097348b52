// `npm run bench`: ours against a floor (run.ts); with `--scale`, how far it goes (scale/run.ts).
await import(process.argv.includes('--scale') ? './scale/run.ts' : './run.ts');
