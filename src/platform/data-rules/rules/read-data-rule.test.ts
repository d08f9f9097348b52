import { describe, expect, test } from 'vitest';
import type { SuperField } from '#platform/super-query/contract/super-query.ts';
import { comparisonOfRule, conditionsOf, filledValue, isReadableRule, type RuleReader } from './read-data-rule.ts';

const reader: RuleReader = {
  ...{ username: 'ingrid', name: 'Ingrid Aasen', orgCode: 'A01', orgCodes: ['A01', 'B02'] },
  ...{ timeZone: 'Europe/Oslo', now: new Date('2027-03-01T23:30:00Z') },
};
const TEXT: SuperField = { kind: 'text' };
const SPOT: SuperField = { kind: 'record', dictionary: 'spot,name,id' };
const STATUS: SuperField = { kind: 'choice', values: [1, 2, 3], dictionary: 'order_status' };
const UUID = '01a1fc10-5bf7-7c87-a529-9b79c01034e0';

test.each([
  ['plain text', 'plain text'],
  ['#{sys_user_code}', 'ingrid'],
  ['of #{sys_user_name}!', 'of Ingrid Aasen!'],
  ['#{sys_org_code}*', 'A01*'],
  ['#{sys_multi_org_code},Z', 'A01,B02,Z'],
  // the tenant's clock, not that of the server
  ['#{sys_date}', '2027-03-02'],
  ['#{sys_time}', '2027-03-02 00:30:00'],
  ['#{sys_base_path}', ''],
  ['#{sys_secret}', '#{sys_secret}'],
])('%s is %s', (value, filled) => {
  expect(filledValue(value, reader)).toBe(filled);
});

describe('a rule', () => {
  test.each([
    ['a text', TEXT, '=', '#{sys_user_code}', { kind: 'compare', rule: 'eq', value: 'ingrid' }],
    ['a part of a text', TEXT, 'LIKE', 'a', { kind: 'like', at: 'anywhere', text: 'a' }],
    ['the end of a text', TEXT, 'LEFT_LIKE', 'a', { kind: 'like', at: 'end', text: 'a' }],
    ['one of several', TEXT, 'IN', '#{sys_multi_org_code}', { kind: 'in', values: ['A01', 'B02'] }],
    ['one of several records', SPOT, 'IN', UUID, { kind: 'in', values: [UUID] }],
    ['a code', STATUS, '!=', '2', { kind: 'compare', rule: 'ne', value: 2 }],
    ['a number', { kind: 'number' }, '>=', '3', { kind: 'compare', rule: 'ge', value: 3 }],
    ['a flag', { kind: 'flag' }, '=', 'true', { kind: 'compare', rule: 'eq', value: true }],
  ] as const)('compares %s', (_what, field, condition, value, comparison) => {
    expect(comparisonOfRule({ field: 'f', condition, value }, field, reader)).toEqual({ field: 'f', ...comparison });
  });
  test('compares a day of the tenant', () => {
    const rule = { field: 'f', condition: '=', value: '#{sys_date}' };
    expect(comparisonOfRule(rule, { kind: 'time' }, reader)).toMatchObject({ from: new Date('2027-03-01T23:00:00Z') });
  });
  test.each([
    ['a field that is gone', undefined, '=', 'a'],
    ['free SQL', TEXT, 'USE_SQL_RULES', '1=1'],
    ['a condition of another kind', STATUS, 'LIKE', '2'],
    ['an order of codes', STATUS, '>', '2'],
    ['a value of another type', { kind: 'number' }, '=', 'many'],
    ['nothing to compare with', TEXT, '=', '#{sys_base_path}'],
    ['a word of the object itself', TEXT, 'constructor', 'a'],
  ] as const)('cannot be read with %s', (_what, field, condition, value) => {
    expect(comparisonOfRule({ field: 'f', condition, value }, field, reader)).toBeUndefined();
  });
  test('of somebody without a department lets nothing through', () => {
    const nobody = { ...reader, orgCode: '', orgCodes: [] };
    expect(
      comparisonOfRule({ field: 'f', condition: 'IN', value: '#{sys_multi_org_code}' }, TEXT, nobody),
    ).toBeUndefined();
  });
});

test('a rule is saved when it could be read, and names no placeholder that there is not', () => {
  expect(isReadableRule({ field: 'f', condition: '=', value: '#{sys_org_code}' }, TEXT)).toBe(true);
  expect(isReadableRule({ field: 'f', condition: '=', value: '#{sys_secret}' }, TEXT)).toBe(false);
  expect(isReadableRule({ field: 'f', condition: '>', value: '1' }, TEXT)).toBe(false);
});

test.each([
  [{ kind: 'flag' }, ['=']],
  [SPOT, ['=', '!=', 'IN']],
  [STATUS, ['=', '!=', 'IN']],
] as const)('%j takes %j', (field, conditions) => {
  expect(conditionsOf(field)).toEqual(conditions);
});
