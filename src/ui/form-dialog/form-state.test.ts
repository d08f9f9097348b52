import { expect, test } from 'vitest';
import * as z from 'zod';
import { IntField, Text } from '#platform/http/contract/fields.ts';
import { choiceFault, faultsOf, isRequired, isSameForm, sentValues } from './form-state.ts';

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
