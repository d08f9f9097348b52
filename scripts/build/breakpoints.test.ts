import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Platform.md 9: under 1088 px, and under 768 px. */
const TAKES_ITSELF = /max-width:\s*(1088|768)px|width\s*<=\s*(1088|768)px|min-width:\s*(1089|769)px/;

test('at 1088 and at 768 px every style is that of the wider window', () => {
  const styles = globSync('src/**/*.{css,ts,tsx}', { cwd: root });
  expect(styles.length).toBeGreaterThan(1_000);
  expect(styles.filter((file) => TAKES_ITSELF.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
