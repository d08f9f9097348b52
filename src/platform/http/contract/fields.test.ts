import { expect, test } from 'vitest';
import * as z from 'zod';
import { Instant, LocalDate, Text } from './fields.ts';

const faultsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['1900-01-02', []],
  ['9998-12-30', []],
  ['0000-06-01', ['fault.year']],
  ['1900-01-01', ['fault.year']],
  ['9999-12-31', ['fault.year']],
  ['2026-02-30', ['Invalid ISO date']],
])('of days the database and every zone can hold %s: %j', (day, faults) => {
  expect(faultsOf(LocalDate, day)).toEqual(faults);
});

test.each([
  ['1900-01-02T00:00:00Z', []],
  ['9998-12-30T23:59:59.999Z', []],
  ['2026-01-01T00:00:00+14:00', []],
  ['2026-01-01T00:00:00+14:30', ['fault.offset']],
  ['2026-01-01T00:00:00-23:59', ['fault.offset']],
  ['9998-12-31T00:00:00+00:01', []],
  ['9998-12-30T23:59:00-00:01', ['fault.year']],
  ['0000-01-01T00:00:00Z', ['fault.year']],
  ['9999-12-31T23:59:59Z', ['fault.year']],
])('of instants %s: %j', (instant, faults) => {
  expect(faultsOf(Instant, instant)).toEqual(faults);
});

test.each(['', ' ', '\u200b', '\u202e \u200e'])('a text that nobody sees is none: %j', (text) => {
  expect(Text(10, 1).safeParse(text).error?.issues).toMatchObject([
    { code: 'too_small', origin: 'string', minimum: 1 },
  ]);
  expect(Text(10).safeParse(text).success).toBe(true);
});

test.each([
  ['nimda \u202eadmin', 'nimda admin'],
  ['\u202a+47 900 00 101\u202c', '+47 900 00 101'],
  ['\u2068Kaffe\u2069', 'Kaffe'],
  // these join letters of some scripts, and families of pictures
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
])('what turns the direction of a text is left out: %j', (text, kept) => {
  expect(Text(40).parse(text)).toBe(kept);
});

test('the least of a text and the years of a time are in the schema', () => {
  const { properties } = z.toJSONSchema(z.object({ name: Text(10, 1), day: LocalDate }), { io: 'input' });
  expect(properties).toMatchObject({ name: { minLength: 1, maxLength: 10 }, day: { allOf: [{}] } });
});
