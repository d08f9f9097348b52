import * as z from 'zod';
import { choice, integer, type RecordFields, text } from '#platform/records/contract/fields.ts';

export const DATE_PARTS = ['day', 'month', 'year', 'none'] as const;
export type DatePart = (typeof DATE_PARTS)[number];
export const ALPHABETS = ['mixed', 'digits', 'letters'] as const;
export type Alphabet = (typeof ALPHABETS)[number];

/** A rule names one of those that are built in, never code (system-api.md 7 no. 9). */
export const FILL_HANDLER_NAMES = ['serial_number', 'org_code', 'position_code', 'random_code'] as const;
export type FillHandlerName = (typeof FILL_HANDLER_NAMES)[number];

/** Their parameters, declared as fields of a form. */
export const FILL_HANDLERS = {
  /** A prefix, a date of the tenant's calendar, a number that begins anew with the date. */
  serial_number: {
    prefix: text(20),
    datePart: choice(DATE_PARTS, 'fill_rule_date', { empty: 'day' }),
    separator: text(3),
    digits: integer(1, 12, { empty: 4 }),
    startAt: integer(0, 1_000_000_000, { empty: 1 }),
  },
  /** The code that the next department below `parentId` of the form gets, or below the one with a code. */
  org_code: { parentCode: text(60) },
  /** A prefix and a number that no position has. */
  position_code: { prefix: text(20), digits: integer(1, 8, { empty: 3 }) },
  random_code: {
    prefix: text(20),
    length: integer(4, 32, { empty: 8 }),
    alphabet: choice(ALPHABETS, 'fill_rule_alphabet', { empty: 'mixed' }),
  },
} as const satisfies Readonly<Record<FillHandlerName, RecordFields>>;

export const isFillHandler = (name: string): name is FillHandlerName => Object.hasOwn(FILL_HANDLERS, name);

/** What a rule begins with when its handler is chosen. */
export function emptyParams(handler: FillHandlerName): Readonly<Record<string, unknown>> {
  const fields: RecordFields = FILL_HANDLERS[handler];
  return Object.fromEntries(Object.entries(fields).map(([name, { empty }]) => [name, empty]));
}

/** The parameters of a handler: those that are left out are empty, others are refused. */
export function paramsOf(handler: FillHandlerName): z.ZodType<Readonly<Record<string, unknown>>> {
  const fields: RecordFields = FILL_HANDLERS[handler];
  return z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, { input, empty }]) => [name, input.default(empty)])),
  );
}
