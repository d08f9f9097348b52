import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsAsIcu } from './fitting-text.ts';
import { fitsAsPlain, mergePack, replacementsOf } from './merge-pack.ts';

const BUILT_IN = {
  save: 'Save',
  list: { title: 'Orders', count: '{count, plural, one {# order} other {# orders}}' },
  greeting: 'Welcome, {name}',
};
const merged = (texts: unknown) => mergePack(BUILT_IN, replacementsOf(texts), fitsAsIcu);

test('texts are replaced key by key, the others stay built in', () => {
  expect(merged({ 'list.title': 'Coffees', greeting: 'Hi {name}' })).toEqual({
    save: 'Save',
    list: { ...BUILT_IN.list, title: 'Coffees' },
    greeting: 'Hi {name}',
  });
});

test('a pack is a JSON text or the map itself', () => {
  expect(merged('{"save":"Keep"}').save).toBe('Keep');
  expect(merged({ save: 'Keep' }).save).toBe('Keep');
});

test.each([
  ['no JSON', 'save: Keep'],
  ['a list', '["save"]'],
  ['a number', 12],
  ['nothing', null],
  ['an empty map', {}],
  ['empty texts', { save: '', 'list.title': '  ' }],
  ['values that are no texts', { save: 1, list: { title: 'Coffees' }, greeting: null }],
  ['keys that are not used', { other: 'x', 'list.other': 'x', list: 'x' }],
  [
    'keys of prototypes',
    JSON.parse('{"__proto__":"x","__proto__.polluted":"x","constructor":"x","list.constructor":"x"}'),
  ],
  ['more than a megabyte', JSON.stringify({ save: 'Keep', filler: 'x'.repeat(1_100_000) })],
  ['a text of three thousand characters', { save: 'x'.repeat(3_000) }],
])('%s changes nothing, and not even the object', (_case, texts) => {
  expect(merged(texts)).toBe(BUILT_IN);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each([
  ['broken ICU', { greeting: 'Hi {name' }],
  ['an argument that is not given', { greeting: 'Hi {name} of {company}' }],
  ['a name that is used as a count', { greeting: '{name, plural, other {#}}' }],
  ['a count that is used as a date', { 'list.count': '{count, date}' }],
])('%s is refused for its key alone', (_case, texts) => {
  expect(merged({ ...texts, save: 'Keep' })).toEqual({ ...BUILT_IN, save: 'Keep' });
});

test('a replacement may count in another way, or say the number plainly, or leave it out', () => {
  for (const text of ['{count, number} coffees', '{count} coffees', 'Coffees', "It''s {count, plural, other {#}}"])
    expect(merged({ 'list.count': text }).list.count).toBe(text);
});

test('markup is text like any other', () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  expect(merged({ save: script }).save).toBe(script);
});

test('on the login page, where nothing is filled in, braces are refused', () => {
  expect(fitsAsPlain('Sign in')).toBe(true);
  expect(fitsAsPlain('Sign in {name}')).toBe(false);
});

test('whatever a pack holds, the keys of the built-in texts stay the same', () => {
  const keys = fc.constantFrom('save', 'list.title', 'list.count', 'greeting', '__proto__', 'x');
  fc.assert(
    fc.property(fc.dictionary(keys, fc.anything()), (texts) => {
      const result = merged(texts);
      expect(Object.keys(result)).toEqual(Object.keys(BUILT_IN));
      expect(Object.keys(result.list)).toEqual(Object.keys(BUILT_IN.list));
    }),
  );
});
