import { expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { idsAround } from './ids-around.ts';

test('ids made during a call lie between, those of a minute before and after do not', () => {
  const line = '019b0000-0000-7000-8000-000000000000';
  const { first, last } = idsAround(line, 250);
  expect(first < line && line < last).toBe(true);
  expect('019affff-ff00-7fff-8000-000000000000' > first).toBe(true);
  expect('019affff-0000-7000-8000-000000000000' < first).toBe(true);
  expect('019b0000-ffff-7000-8000-000000000000' > last).toBe(true);
  const id = newId();
  const around = idsAround(id, 0);
  expect(around.first < id && id < around.last).toBe(true);
});
