import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const files = globSync('src/**/*.ts', { cwd: root });

/** Tables of rules: number, what it is, and `file`: title of each test that goes red without it. */
describe.each([
  ['docs/security-rules.md', 120],
  ['docs/specification-tests.md', 80],
])('%s', (document, least) => {
  const lines = readFileSync(join(root, document), 'utf8').split('\n');
  const named = lines
    .filter((line) => line.startsWith('| '))
    .flatMap((line) =>
      [...line.matchAll(/`([^`]+\.test\.ts)`: (.+?)(?=<br>| \|$)/g)].map(([, file, title]) => [
        line.split('|')[1]!.trim(),
        file!,
        title!,
      ]),
    );

  test('every test that it names is there under that title', () => {
    expect(named.length).toBeGreaterThan(least);
    const missing = named.filter(([, file, title]) => {
      const path = join(root, file!);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title!);
    });
    expect(missing).toEqual([]);
  });

  test('every file that holds a rule is there', () => {
    const places = lines
      .filter((line) => /^\| \d/.test(line))
      .flatMap((line) =>
        [...(line.split('|')[3] ?? '').matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/[\w-]+|\.ts))`/g)].map(
          ([, path]) => path!,
        ),
      );
    // below src or the root; of a file beside another one, or known by its name, the end of its path
    const gone = places.filter(
      (path) =>
        ![join(root, 'src', path), join(root, path)].some(existsSync) &&
        !files.some((file) => file.endsWith(`/${path}`)),
    );
    expect(gone).toEqual([]);
  });

  test('every rule has a test, or says why it has none', () => {
    const bare = lines.filter((line) => /^\| \d/.test(line) && !line.includes('.test.ts`') && !line.includes('| – '));
    expect(bare).toEqual([]);
  });

  test('every rule has a number of its own', () => {
    const numbers = lines.flatMap((line) => /^\| (\d[\d.]*) /.exec(line)?.[1] ?? []);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});
