import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leanEndpointSource } from './lean-endpoints.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/contract/*.ts', { cwd: root })
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
  .filter(({ code }) => code.includes('endpoint({'));

test('no endpoint carries its words into the browser, and nothing else is lost', () => {
  expect(sources.length).toBeGreaterThan(50);
  for (const { file, code } of sources) {
    const lean = leanEndpointSource(code);
    expect(lean, file).not.toMatch(/^ +(?:summary|openBecause):\s+['"]/m);
    const isWords = (line: string) => /^ +(?:summary|openBecause):/.test(line) || /^ +(['"`]).*\1,$/.test(line);
    const rest = code.split('\n').filter((line) => !isWords(line));
    expect(
      lean.split('\n').filter((line) => !isWords(line)),
      file,
    ).toEqual(rest);
  }
});

test.each([
  ["    summary: 'Don\\'t: {say}',\n", ''],
  ["    summary:\n      'On a line of its own',\n", ''],
  ['    openBecause: "it\'s public",\n', ''],
  ['    summary: z.string(),\n', '    summary: z.string(),\n'],
])('%j becomes %j', (source, lean) => {
  expect(leanEndpointSource(source)).toBe(lean);
});
