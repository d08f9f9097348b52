import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const lines = readFileSync(join(root, 'docs/security-rules.md'), 'utf8').split('\n');
const named = lines
  .filter((line) => line.startsWith('| '))
  .flatMap((line) =>
    [...line.matchAll(/`([^`]+\.test\.ts)`: (.+?)(?=<br>| \|$)/g)].map(([, file, title]) => [
      line.split('|')[1]!.trim(),
      file!,
      title!,
    ]),
  );

test('every test that docs/security-rules.md names is there under that title', () => {
  expect(named.length).toBeGreaterThan(120);
  const missing = named.filter(([, file, title]) => {
    const path = join(root, file!);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title!);
  });
  expect(missing).toEqual([]);
});

test('every rule has a test, or says why it has none', () => {
  const bare = lines.filter((line) => /^\| \d/.test(line) && !line.includes('.test.ts`') && !line.includes('| – '));
  expect(bare).toEqual([]);
});
