import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEPT_DAYS, keptSince } from './kept-days.ts';

test('the document says for how long each table is kept', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/retention.md'), 'utf8');
  const written = [...document.matchAll(/^\| `(\w+)`[^|]*\| (\d+) days \|/gm)].map(([, table, days]) => [
    table,
    Number(days),
  ]);
  expect(Object.fromEntries(written)).toMatchObject(KEPT_DAYS);
});

test('a day is kept whole', () => {
  expect(keptSince('order_counter', new Date('2026-11-21T10:00:00Z'))).toEqual(new Date('2026-11-14T10:00:00Z'));
});
