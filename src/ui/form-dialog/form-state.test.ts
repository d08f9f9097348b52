import { expect, test } from 'vitest';
import * as z from 'zod';
import { IntField, Text } from '#platform/http/contract/fields.ts';
import { choiceFault, faultsOf, isRequired, isSameForm, isSameValue, rowsFault, sentValues } from './form-state.ts';

const Schema = z.strictObject({
  amountMinor: IntField(1, 5000),
  reason: Text(10, 1),
  note: Text(10).optional(),
  kind: z.enum(['a', 'b']),
  code: z.string().min(6),
  email: z.email(),
  ids: z.array(z.string()).min(1),
  imei: z.string().regex(/^\d{8}$/, 'fault.imei'),
  own: z.string().refine((value) => value !== 'bad', { message: 'robot.bad' }),
});

const fine = {
  amountMinor: 1,
  reason: 'x',
  kind: 'a',
  code: '123456',
  email: 'a@example.com',
  ids: ['1'],
  imei: '12345678',
  own: 'good',
};
const faultOf = (name: string, value: unknown) => {
  const values = { ...fine, [name]: value };
  const parsed = Schema.safeParse(values);
  return parsed.success ? undefined : faultsOf(parsed.error, values)[name];
};

test.each([
  ['amountMinor', undefined, { key: 'required' }],
  ['imei', '1234', { key: 'imei' }],
  ['amountMinor', Number.NaN, { key: 'number' }],
  ['amountMinor', 12.5, { key: 'int' }],
  ['amountMinor', 0, { key: 'tooLow', facts: { minimum: 1 } }],
  ['amountMinor', 5001, { key: 'tooHigh', facts: { maximum: 5000 } }],
  ['reason', undefined, { key: 'required' }],
  ['reason', '   ', { key: 'required' }],
  ['reason', 'more than ten', { key: 'tooLong', facts: { maximum: 10 } }],
  ['kind', undefined, { key: 'required' }],
  ['kind', 'c', { key: 'choice' }],
  ['code', '123', { key: 'tooShort', facts: { minimum: 6 } }],
  ['email', 'a@', { key: 'email' }],
  ['ids', [], { key: 'tooFew', facts: { minimum: 1 } }],
  ['own', 'bad', { key: 'robot.bad' }],
  ['note', undefined, undefined],
])('%s with %j: %j', (name, value, fault) => {
  expect(faultOf(name, value)).toEqual(fault);
});

test('a field is required when the schema refuses a form without it', () => {
  expect(Object.keys(fine).filter((name) => isRequired(Schema, name))).toEqual(
    Object.keys(fine).filter((n) => n !== 'own'),
  );
  expect(isRequired(Schema, 'note')).toBe(false);
});

test('a value typed back to its original leaves the form clean', () => {
  expect(isSameForm({ a: 1, b: '' }, { a: 1 })).toBe(true);
  expect(isSameForm({ a: 1, b: 'x' }, { a: 1 })).toBe(false);
  expect(isSameForm({ a: Number.NaN }, { a: undefined })).toBe(false);
});

test('a choice that was taken back is sent as null where the call takes one', () => {
  const Edit = z.strictObject({ spot: z.string().nullable().optional(), kind: z.string().optional() });
  expect(sentValues({ spot: undefined, kind: undefined }, { spot: '1', kind: 'a' }, Edit)).toEqual({ spot: null });
  expect(sentValues({ spot: undefined }, { spot: null }, Edit)).toEqual({});
});

test('a text that was emptied is sent empty, one that always was is left out', () => {
  expect(sentValues({ a: '', b: '', c: 0, d: false }, { a: 'x', b: '', d: true })).toEqual({
    a: '',
    b: undefined,
    c: 0,
    d: false,
  });
});

test('what is chosen is not filled in, and its other faults stay what they are', () => {
  expect(choiceFault({ key: 'required' })).toEqual({ key: 'requiredChoice' });
  expect(choiceFault({ key: 'choice' })).toEqual({ key: 'choice' });
  expect(choiceFault({ text: 'Taken' })).toEqual({ text: 'Taken' });
});

const Nested = z.strictObject({
  phases: z
    .array(
      z
        .strictObject({
          unitPriceMinor: IntField(1, 500),
          name: Text(10, 1),
          note: Text(10),
          remark: Text(10).optional(),
          drink: z.string().nullable(),
          tags: z.array(z.string()).optional(),
          items: z.array(z.strictObject({ code: z.string().min(1) })).optional(),
        })
        .refine(({ name, remark }) => name !== remark, { message: 'phase.same' }),
    )
    .max(4),
  steps: z.array(z.strictObject({ at: z.string() })).min(1),
  address: z.strictObject({ city: Text(10, 1).optional(), zip: Text(10, 1) }).optional(),
});

test('a fault keeps its whole path', () => {
  const good = { unitPriceMinor: 1, name: 'a', note: '', drink: null };
  const values = {
    phases: [
      good,
      { ...good, unitPriceMinor: 501 },
      { ...good, name: '', items: [{ code: '' }] },
      { ...good, remark: 'a' },
    ],
    steps: [],
  };
  const parsed = Nested.safeParse(sentValues(values, {}, Nested));
  expect(parsed.success ? {} : faultsOf(parsed.error, values)).toEqual({
    'phases.1.unitPriceMinor': { key: 'tooHigh', facts: { maximum: 500 } },
    'phases.2.name': { key: 'required' },
    'phases.2.items.0.code': { key: 'required' },
    'phases.3': { key: 'phase.same' },
    steps: { key: 'tooFew', facts: { minimum: 1 } },
  });
});

test('a field of a row or of a part is required when the schema refuses it empty', () => {
  expect(
    ['phases', 'phases.0.name', 'phases.7.remark', 'phases.0.note', 'phases.0.items.2.code', 'steps'].map((name) =>
      isRequired(Nested, name),
    ),
  ).toEqual([false, true, false, false, true, true]);
  expect(['address', 'address.city', 'address.zip', 'address.zip.far'].map((name) => isRequired(Nested, name))).toEqual(
    [false, false, true, false],
  );
});

test('an empty field of a row is sent as its schema takes it, for the list is replaced as a whole', () => {
  const row = {
    unitPriceMinor: 1,
    name: '',
    note: '',
    remark: '',
    drink: undefined,
    tags: ['', 'b'],
    items: [{ code: '' }],
  };
  expect(sentValues({ phases: [row] }, { phases: [{ ...row, remark: 'before' }] }, Nested)).toEqual({
    phases: [{ unitPriceMinor: 1, note: '', drink: null, tags: ['', 'b'], items: [{}] }],
  });
});

test('a field of a part follows the rules of a field of its own', () => {
  expect(sentValues({ address: { city: '', zip: '' } }, { address: { city: 'Oslo' } }, Nested)).toEqual({
    address: { city: '' },
  });
});

test('an emptied text of a row leaves the form clean, a moved row does not', () => {
  expect(isSameValue([{ a: 1, b: '' }], [{ a: 1 }])).toBe(true);
  expect(isSameValue([{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }])).toBe(false);
  expect(isSameValue([{ a: Number.NaN }], [{}])).toBe(false);
});

test('rows are added, not chosen', () => {
  expect(rowsFault({ key: 'tooFew', facts: { minimum: 1 } })).toEqual({ key: 'tooFewRows', facts: { minimum: 1 } });
  expect(rowsFault({ key: 'phases.overlap' })).toEqual({ key: 'phases.overlap' });
});
