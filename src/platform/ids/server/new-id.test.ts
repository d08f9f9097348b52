import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids of one process rise strictly and are valid UUIDs of version 7', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  expect(ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? ''))).toBe(true);
  expect(
    new Set(
      ids.map((id) => id.replace(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'valid')),
    ),
  ).toEqual(new Set(['valid']));
});
