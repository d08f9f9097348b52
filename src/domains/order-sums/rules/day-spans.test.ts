import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { TEST_ZONES } from '#platform/time/rules/test-zones.ts';
import { daySpans } from './day-spans.ts';
import { isQuarter } from './quarters.ts';

const instant = fc
  .integer({ min: Date.parse('2010-01-01T00:00:00Z'), max: Date.parse('2028-01-01T00:00:00Z') })
  .map((ms) => new Date(ms));

test('the pieces of a range lie one behind the other, and days among them are whole', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TEST_ZONES),
      instant,
      fc.integer({ min: 1, max: 40 * 86_400_000 }),
      (zone, from, ms) => {
        const to = new Date(from.getTime() + ms);
        const spans = daySpans({ from, to }, zone);
        expect(spans[0]?.from).toEqual(from);
        expect(spans.at(-1)?.to).toEqual(to);
        for (const [index, { day, isWhole, from: begin, to: end, isOfQuarters }] of spans.entries()) {
          expect(begin.getTime()).toBeLessThan(end.getTime());
          if (index > 0) expect(begin).toEqual(spans[index - 1]?.to);
          expect(isOfQuarters).toBe(isQuarter(begin) && isQuarter(end));
          expect([localDay(begin, zone), localDay(new Date(end.getTime() - 1), zone)]).toEqual([day, day]);
          expect(isWhole).toBe(
            begin.getTime() === startOfDay(day, zone).getTime() &&
              end.getTime() === startOfDay(addDays(day, 1), zone).getTime(),
          );
        }
        // as few pieces as can be: before the first day, and after the last one
        expect(spans.filter(({ isWhole, isOfQuarters }) => !isWhole && !isOfQuarters).length).toBeLessThanOrEqual(4);
      },
    ),
  );
});

test('days of a zone are whole, today is cut where its last quarter began', () => {
  const spans = daySpans(
    { from: new Date('2026-10-23T22:00:00Z'), to: new Date('2026-10-25T12:20:00Z') },
    'Europe/Oslo',
  );
  expect(
    spans.map(({ day, isWhole, from, isOfQuarters }) => [day, isWhole, from.toISOString().slice(0, 16), isOfQuarters]),
  ).toEqual([
    ['2026-10-24', true, '2026-10-23T22:00', true],
    ['2026-10-25', false, '2026-10-24T22:00', true],
    ['2026-10-25', false, '2026-10-25T12:15', false],
  ]);
});
