import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeDays } from './whole-days.ts';

const at = (text: string): Date => new Date(text);

test('a range is whole days with what it cuts at both ends', () => {
  expect(wholeDays({ from: at('2027-03-01T22:00:00Z'), to: at('2027-03-05T06:00:00Z') })).toEqual({
    days: { from: at('2027-03-02T00:00:00Z'), to: at('2027-03-05T00:00:00Z') },
    first: { from: at('2027-03-01T22:00:00Z'), to: at('2027-03-02T00:00:00Z') },
    last: { from: at('2027-03-05T00:00:00Z'), to: at('2027-03-05T06:00:00Z') },
  });
});

test('a range that begins and ends with a day cuts nothing', () => {
  const days = { from: at('2027-03-01T00:00:00Z'), to: at('2027-03-02T00:00:00Z') };
  expect(wholeDays(days)).toEqual({ days, first: undefined, last: undefined });
});

test('a range without an end has no cut on that side', () => {
  expect(wholeDays({})).toEqual({ days: {} });
  expect(wholeDays({ from: at('2027-03-01T22:00:00Z') })).toMatchObject({
    days: { from: at('2027-03-02T00:00:00Z'), to: undefined },
    last: undefined,
  });
});

test('a range within a day, or over one midnight, holds no whole day', () => {
  expect(wholeDays({ from: at('2027-03-01T06:00:00Z'), to: at('2027-03-01T07:00:00Z') })).toBeUndefined();
  expect(wholeDays({ from: at('2027-03-01T06:00:00Z'), to: at('2027-03-02T07:00:00Z') })).toBeUndefined();
});

test('the parts are the range, each moment once', () => {
  const moment = fc.integer({ min: 0, max: 40 * 86_400_000 }).map((ms) => new Date(Date.UTC(2027, 2, 1) + ms));
  fc.assert(
    fc.property(moment, moment, (from, to) => {
      const parts = wholeDays({ from, to });
      if (!parts) return;
      const all = [parts.first, parts.days, parts.last].flatMap((part) => part ?? []);
      expect(all[0]?.from).toEqual(from);
      expect(all.at(-1)?.to).toEqual(to);
      for (const [index, part] of all.slice(1).entries()) expect(part.from).toEqual(all[index]?.to);
    }),
  );
});
