import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test('npm run help tells of every command, itself aside, and of no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(Object.keys({ ...COMMANDS, help: '' }).sort()).toEqual(Object.keys(scripts).sort());
});
