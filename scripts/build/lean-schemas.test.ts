import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leanSource } from './lean-schemas.ts';

test('the schemas of the installed zod lose what makes JSON Schema and the words of faults, and nothing else', () => {
  const source = readFileSync(
    fileURLToPath(import.meta.resolve('zod/v4').replace(/index\.js$/, 'classic/schemas.js')),
    'utf8',
  );
  expect(source).toContain('processors.stringProcessor(');
  const lean = leanSource(source);
  expect(lean).not.toMatch(
    /processors\.\w+Processor\(|createToJSONSchemaMethod\(|createStandardJSONSchemaMethod\(|core\.config\(en/,
  );
  expect(lean).toContain('processors.aggregateChecks(inst)');
  expect(lean.match(/^export (function|const) /gm)).toEqual(source.match(/^export (function|const) /gm));
});
