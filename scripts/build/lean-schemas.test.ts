import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { leanSource, withoutSummaries } from './lean-schemas.ts';

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

test('declared calls lose their summaries, on the same line or the next, and nothing else', () => {
  const source = `  page: endpoint({
    path: '/api/page',
    summary: 'Orders, filtered: "all" of them',
    response: OrderPage,
  }),
  summaryOf: endpoint({
    summary:
      "The day's orders, their summary: counted",
    path: '/api/summary',
  }),`;
  expect(withoutSummaries(source).replaceAll(/\n\s*\n/g, '\n')).toBe(`  page: endpoint({
    path: '/api/page',
    response: OrderPage,
  }),
  summaryOf: endpoint({
    path: '/api/summary',
  }),`);
});
