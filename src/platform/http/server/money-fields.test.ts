import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { slices } from '#apps/server/slices.ts';

/**
 * Amounts are kept in minor units, rates in millionths, percentages as whole numbers: what says more than that is refused by
 * every call, and never rounded to what nobody said (practice 1.1).
 */
const KEPT_WHOLE = /(Minor|[rR]ate|[pP]roportion|Millionths|[pP]ercent|[pP]oints)$/;

interface NumberField {
  readonly name: string;
  readonly schema: z.ZodType;
}

type Inner = { readonly def: Record<string, unknown> };

/** The fields of a request by their names, as deep as they stand. */
function numbersOf(schema: unknown, name: string, found: NumberField[], path = ''): void {
  const { def } = schema as Inner;
  const shape = def['shape'] as Record<string, unknown> | undefined;
  for (const [key, field] of Object.entries(shape ?? {})) {
    const at = `${path}.${key}`;
    if (KEPT_WHOLE.test(key) && takesNumbers(field)) found.push({ name: `${name} ${at}`, schema: field as z.ZodType });
    numbersOf(field, name, found, at);
  }
  for (const part of ['element', 'innerType', 'in', 'out', 'left', 'right'])
    if (def[part]) numbersOf(def[part], name, found, path);
  for (const option of (def['options'] ?? []) as unknown[]) numbersOf(option, name, found, path);
}

const takesNumbers = (field: unknown): boolean =>
  [0, 1, 5, 100].some((one) => (field as z.ZodType).safeParse(one).success);

const fields: NumberField[] = [];
for (const { endpoint } of slices.flatMap((slice) => slice.routes ?? []))
  numbersOf(endpoint.request, `${endpoint.method} ${endpoint.path}`, fields);

test('the calls that take money and rates are found', () => {
  expect(fields.length).toBeGreaterThan(50);
  for (const known of ['originalPriceMinor', 'taxRate', 'rate', 'proportion', 'amountMinor', 'appDiscountPercent'])
    expect(
      fields.some(({ name }) => name.endsWith(`.${known}`)),
      known,
    ).toBe(true);
});

/** Coupons take a rate as a fraction too (practice 5.1), which has at most as many decimals as millionths say. */
const isFractionOfCoupon = ({ name }: NumberField, value: number): boolean =>
  name.includes('/BaseCoupon/') && name.endsWith('.rate') && Number(value.toFixed(6)) === value;

test('an amount or a rate that is finer than what is kept is refused by every call', () => {
  const finer = fc.oneof(
    fc.constantFrom(1e-7, 1e-6, 0.000_05, 0.1, 0.5, 1.5, 99.999_999, 150_000.5, 0.200_000_1),
    fc.double({ min: 1e-9, max: 1e6, noNaN: true }).filter((value) => !Number.isInteger(value)),
  );
  fc.assert(
    fc.property(finer, (value) => {
      for (const field of fields) {
        if (isFractionOfCoupon(field, value)) continue;
        const plain = value.toFixed(10);
        for (const sent of [value, String(value), Number(plain) === value ? plain : value])
          expect(field.schema.safeParse(sent).success, `${field.name}: ${sent}`).toBe(false);
      }
    }),
    { numRuns: 40, seed: 20_261_128 },
  );
});
