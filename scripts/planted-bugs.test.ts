import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('each planted bug still fits the sources, and the tests that must find it are there', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'planted-bugs.ts'), '--check']);
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});
