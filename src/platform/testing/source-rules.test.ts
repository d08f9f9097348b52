import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What the security rules forbid in the sources themselves; who needs an exception writes it here, with its reason.
const source = join(import.meta.dirname, '../..');
const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/\.test\.tsx?$/.test(file));
const isServer = (file: string): boolean =>
  /^(domains|system|platform)\/[^/]+\/(server|rules)\//.test(file) || file.startsWith('apps/server/');
const isForTests = (file: string): boolean => /platform\/testing\/|\/test-[\w-]+\.ts$/.test(file);
const text = (file: string): string => readFileSync(join(source, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
const holding = (pattern: RegExp, among: (file: string) => boolean): string[] =>
  files.filter((file) => among(file) && pattern.test(text(file))).sort();

test('the server asks the clock for the time (17.4)', () => {
  const asking = holding(/\bDate\.now\(\)|\bnew Date\(\)/, (file) => isServer(file) && !isForTests(file));
  expect(asking).toEqual(['platform/time/server/clock.ts']);
});

test('no statement is put together from texts, but from words of the code (6.3)', () => {
  expect(holding(/\bsql\.raw\(/, isServer)).toEqual([]);
});

test('nothing runs a text as code or shows one as markup without the sanitizer (1, 13.4)', () => {
  expect(holding(/\beval\(|\bnew Function\(|from 'node:vm'|dangerouslySetInnerHTML/, () => true)).toEqual([]);
});

test('chance decides about pauses only, never about anything secret (1)', () => {
  const pauses = holding(/\bMath\.random\(/, (file) => isServer(file) && !isForTests(file));
  for (const file of pauses) {
    for (const line of text(file)
      .split('\n')
      .filter((one) => one.includes('Math.random(')))
      expect(line, file).toMatch(/sleep|setTimeout|reconnectPeriod/);
  }
});

test('a session is no signed text that could be read or forged (1)', () => {
  expect(holding(/from 'jsonwebtoken'|\bSignJWT\b/, isServer)).toEqual([]);
});

test('work across tenants says why', () => {
  const unexplained = holding(/acrossTenants\(\s*(''|""|[^'"`\s])/, (file) => isServer(file));
  // the one that declares it
  expect(unexplained.filter((file) => !file.endsWith('platform/database/server/database.ts'))).toEqual([]);
});
