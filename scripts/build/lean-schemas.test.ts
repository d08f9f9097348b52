import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutJsonSchema } from './lean-schemas.ts';

test('the schemas of the installed zod lose what makes JSON Schema, and nothing else', () => {
  const source = readFileSync(
    fileURLToPath(import.meta.resolve('zod/v4').replace(/index\.js$/, 'classic/schemas.js')),
    'utf8',
  );
  expect(source).toContain('processors.stringProcessor(');
  const lean = withoutJsonSchema(source);
  expect(lean).not.toMatch(/processors\.\w+Processor\(|createToJSONSchemaMethod\(|createStandardJSONSchemaMethod\(/);
  expect(lean).toContain('processors.aggregateChecks(inst)');
  expect(lean.match(/^export (function|const) /gm)).toEqual(source.match(/^export (function|const) /gm));
});
