import { expect, test } from 'vitest';
import { inParts } from './in-parts.ts';

test('a large selection goes in parts of 200, and none is left out', async () => {
  const ids = Array.from({ length: 450 }, (_, at) => `alarm ${at}`);
  const sent: string[][] = [];
  const done = await inParts(ids, async (part) => {
    sent.push(part);
    return { changed: part.length };
  });
  expect(sent.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(sent.flat()).toEqual(ids);
  expect(done).toEqual({ changed: 450 });
});
