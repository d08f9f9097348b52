import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SuperFields } from '../contract/super-query.ts';
import { parseSuperQuery } from './parse-super-query.ts';
import { readRule } from './super-rules.ts';

const FIELDS: SuperFields = {
  name: { kind: 'text' },
  cups: { kind: 'number' },
  paid: { kind: 'money' },
  at: { kind: 'time' },
  online: { kind: 'flag' },
  status: { kind: 'choice', values: [1, 2, 3], dictionary: 'order_status' },
  spotId: { kind: 'record', dictionary: 'sos_service_spots_info,name,id' },
};
const SPOT = '01a1fc10-5bf7-7c87-a529-9b79c01034e0';
const parse = (conditions: unknown, timeZone = 'Europe/Oslo') =>
  parseSuperQuery(typeof conditions === 'string' ? conditions : JSON.stringify(conditions), {
    fields: FIELDS,
    match: undefined,
    timeZone,
  });
const one = (field: string, rule: string, val: unknown) => {
  const result = parse([{ field, rule, val }]);
  return 'faults' in result ? result.faults : result.query.comparisons[0];
};

describe('a condition', () => {
  test.each([
    ['name', 'like', 'a', { kind: 'like', at: 'anywhere', text: 'a' }],
    ['name', 'left_like', 'a', { kind: 'like', at: 'end', text: 'a' }],
    ['name', 'right_like', 'a', { kind: 'like', at: 'start', text: 'a' }],
    ['name', 'in', 'a,b,', { kind: 'in', values: ['a', 'b'] }],
    ['name', 'eq', '50%', { kind: 'compare', rule: 'eq', value: '50%' }],
    ['cups', '>=', '3', { kind: 'compare', rule: 'ge', value: 3 }],
    ['cups', 'IN', ['1', '2'], { kind: 'in', values: [1, 2] }],
    ['paid', 'lt', 4900, { kind: 'compare', rule: 'lt', value: 4900 }],
    ['online', 'eq', 'Y', { kind: 'compare', rule: 'eq', value: true }],
    ['online', '=', false, { kind: 'compare', rule: 'eq', value: false }],
    ['status', 'ne', '2', { kind: 'compare', rule: 'ne', value: 2 }],
    ['status', 'in', '1,3', { kind: 'in', values: [1, 3] }],
    ['spotId', 'eq', SPOT.toUpperCase(), { kind: 'compare', rule: 'eq', value: SPOT }],
  ])('%s %s %j gets the type of its field', (field, rule, val, expected) => {
    expect(one(field, rule, val)).toEqual({ field, ...expected });
  });

  test.each([
    ['secret', 'eq', 'x', 'field', 'fault.unknown-field'],
    ['__proto__', 'eq', 'x', 'field', 'fault.unknown-field'],
    ['constructor', 'eq', 'x', 'field', 'fault.unknown-field'],
    ['name', 'gt', 'x', 'rule', 'fault.value'],
    ['name', 'USE_SQL_RULES', '1=1', 'rule', 'fault.value'],
    ['online', 'like', 'x', 'rule', 'fault.value'],
    ['cups', 'eq', '3; drop table x', 'val', 'fault.format'],
    ['cups', 'eq', '3.5', 'val', 'fault.format'],
    ['cups', 'in', '1,x', 'val', 'fault.format'],
    ['status', 'eq', '9', 'val', 'fault.format'],
    ['spotId', 'eq', 'no-uuid', 'val', 'fault.format'],
    ['at', 'ge', 'yesterday', 'val', 'fault.format'],
    ['at', 'ge', '2027-02-30', 'val', 'fault.format'],
    ['name', 'eq', 'x'.repeat(201), 'val', 'fault.format'],
    ['name', 'eq', { a: 1 }, 'val', 'fault.type-text'],
    ['name', 'in', ['a', { a: 1 }], 'val', 'fault.type-text'],
    ['name', 'eq', 'a\u0000', 'val', 'fault.format'],
    ['name', 'in', 'a,\ud800', 'val', 'fault.format'],
    ['cups', 'eq', '2147483648', 'val', 'fault.format'],
    ['cups', 'in', '-2147483649', 'val', 'fault.format'],
    ['at', 'ge', '-200000-01-01T00:00:00Z', 'val', 'fault.format'],
    ['at', 'le', '+010000-01-01T00:00:00Z', 'val', 'fault.format'],
    ['at', 'le', '0000-01-01', 'val', 'fault.format'],
    ['cups', 'in', Array.from({ length: 101 }, (_, index) => index), 'val', 'fault.format'],
  ])('%s %s %j is malformed', (field, rule, val, path, code) => {
    expect(one(field, rule, val)).toMatchObject([{ path: `superQueryParams.0.${path}`, code }]);
  });

  test('that is no object is named by its place', () => {
    expect(parse('[null]')).toMatchObject({ faults: [{ path: 'superQueryParams.0', code: 'fault.type-object' }] });
  });

  test('that is nested a thousandfold is malformed', () => {
    const val = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
    expect(parse(`[{"field":"name","rule":"in","val":${val}}]`)).toMatchObject({
      faults: [{ code: 'fault.type-text' }],
    });
  });

  test('of an amount may go beyond what counts can be', () => {
    expect(one('paid', 'eq', '4900000000')).toMatchObject({ value: 4_900_000_000 });
  });

  test.each([
    { rule: 'eq', val: '1' },
    { field: 'cups', val: '1' },
    { field: 'cups', rule: 'eq' },
    { field: 'cups', rule: 'eq', val: '' },
  ])('that misses a part is skipped: %j', (condition) => {
    expect(parse([condition])).toEqual({ query: { match: 'and', comparisons: [] } });
  });
});

describe('a time', () => {
  const day = { from: new Date('2027-03-27T23:00:00Z'), before: new Date('2027-03-28T22:00:00Z') };
  test.each([
    ['eq', day],
    ['ne', { ...day, outside: true }],
    ['ge', { from: day.from }],
    ['gt', { from: day.before }],
    ['lt', { before: day.from }],
    ['le', { before: day.before }],
  ])('%s a day means the whole day of the tenant, 23 hours when clocks change', (rule, span) => {
    expect(one('at', rule, '2027-03-28')).toEqual({ field: 'at', kind: 'within', ...span });
  });
  test.each([
    ['2027-01-05 09:15', '2027-01-05T08:15:00Z', '2027-01-05T08:16:00Z'],
    ['2027-01-05 09:15:30', '2027-01-05T08:15:30Z', '2027-01-05T08:15:31Z'],
    ['2027-01-05T09:15:30+02:00', '2027-01-05T07:15:30Z', '2027-01-05T07:15:30.001Z'],
  ])('%s is read on the clocks of the tenant or of its own offset', (val, from, before) => {
    expect(one('at', 'eq', val)).toEqual({
      field: 'at',
      kind: 'within',
      from: new Date(from),
      before: new Date(before),
    });
  });
});

describe('a query', () => {
  const written = JSON.stringify([{ field: 'name', rule: 'eq', val: '100% & more' }]);
  test.each([
    ['as it is', written],
    ['encoded once', encodeURIComponent(written)],
    ['encoded twice', encodeURIComponent(encodeURIComponent(written))],
  ])('is read %s', (_how, text) => {
    expect(parse(text)).toMatchObject({ query: { comparisons: [{ value: '100% & more' }] } });
  });
  test('joins by and, unless it says or', () => {
    expect(parse([])).toEqual({ query: { match: 'and', comparisons: [] } });
    expect(parseSuperQuery('[]', { fields: FIELDS, match: 'or', timeZone: 'UTC' })).toMatchObject({
      query: { match: 'or' },
    });
  });
  test.each(['', '{', '%', '{"field":"name"}', '"x"', 'null', encodeURIComponent('{')])('%j is no list', (text) => {
    expect(parse(text)).toMatchObject({ faults: [{ path: 'superQueryParams', code: 'fault.json' }] });
  });
  test('takes at most twenty conditions', () => {
    const condition = { field: 'cups', rule: 'eq', val: '1' };
    expect(parse(Array(21).fill(condition))).toMatchObject({ faults: [{ code: 'fault.too-many' }] });
    expect(parse([1, null, [condition]])).toMatchObject({ faults: [{}, {}, {}] });
  });
  test('whatever comes, the answer is a query over declared fields or faults, never an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .array(
              fc.record({
                field: fc.constantFrom(...Object.keys(FIELDS), 'x'),
                rule: fc.constantFrom('eq', 'in', 'like', 'ge', '!='),
                val: fc.anything(),
              }),
            )
            .map((value) => JSON.stringify(value)),
        ),
        (text) => {
          const result = parse(text);
          if ('query' in result)
            for (const { field } of result.query.comparisons) expect(Object.keys(FIELDS)).toContain(field);
          else expect(result.faults.length).toBeGreaterThan(0);
        },
      ),
    );
  });
  test('operators are read in both spellings', () => {
    expect(['=', '!=', '>', '>=', '<', '<=', 'LIKE', 'LEFT_LIKE', 'In', 'or', ''].map(readRule)).toEqual([
      'eq',
      'ne',
      'gt',
      'ge',
      'lt',
      'le',
      'like',
      'left_like',
      'in',
      undefined,
      undefined,
    ]);
  });
});
