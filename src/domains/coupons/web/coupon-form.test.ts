import { expect, test } from 'vitest';
import { formSchema } from '#system/records/web/form-values.ts';
import { faultsOf } from '#ui/form-dialog/form-state.ts';
import { coupons } from '../contract/coupons.ts';

const COUPON = {
  ...{ title: 'Spring', type: 2, rate: 200_000, maxTotal: 100, maxUses: 1 },
  ...{ startsAt: '2027-03-01T00:00:00Z', endsAt: '2027-04-01T00:00:00Z' },
};

test.each<[Partial<Record<keyof typeof COUPON | 'customCode', unknown>>, object]>([
  [{}, {}],
  [{ endsAt: COUPON.startsAt }, {}],
  [{ endsAt: '2027-02-01T00:00:00Z' }, { endsAt: { key: 'coupon.ends-before-start' } }],
  [{ rate: 1_200_000 }, { rate: { key: 'coupon.discount-above-one' } }],
  [{ customCode: 'ab' }, { customCode: { key: 'coupon.custom-code-malformed' } }],
  [{ maxUses: 0 }, { maxUses: { key: 'coupon.uses-zero' } }],
  [{ maxUses: 1.5 }, { maxUses: { key: 'int' } }],
])('the form of a coupon with %j', (given, faults) => {
  const values = { ...COUPON, ...given };
  const parsed = formSchema(coupons as never, undefined).safeParse(values);
  expect(parsed.success ? {} : faultsOf(parsed.error, values)).toEqual(faults);
});
