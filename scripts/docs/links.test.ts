import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkedFrom, movedLinks } from './links.ts';

const root = join(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'scripts/**/*.md', 'bench/**/*.md'], { cwd: root });

test('each link of the documents leads somewhere', () => {
  expect(documents.length).toBeGreaterThan(100);
  const astray = documents.flatMap((file) =>
    linkedFrom(file, readFileSync(join(root, file), 'utf8'))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${file}: ${target}`),
  );
  expect(astray).toEqual([]);
});

test('a paragraph that is copied into another folder takes its links along', () => {
  const text =
    'See [a](../b/README.md), [c](../../../docs/decisions/0001-c.md#why), [d](https://e.example/f) and [g](#h).';
  expect(movedLinks(text, 'src/domains/a', 'docs')).toBe(
    'See [a](../src/domains/b/README.md), [c](decisions/0001-c.md#why), [d](https://e.example/f) and [g](#h).',
  );
});
