import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matching, type SelectOption, startingWith, toggled, withAll } from './options.ts';

const option = (label: string, more: Partial<SelectOption> = {}): SelectOption => ({ value: label, label, ...more });
const SPOTS = [option('Oslo Central', { hint: 'Jernbanetorget' }), option('Café Málaga'), option('奥斯陆中央车站')];
const labels = (found: readonly SelectOption[]): string[] => found.map(({ label }) => label);

test.each([
  ['', ['Oslo Central', 'Café Málaga', '奥斯陆中央车站']],
  ['  central OSLO ', ['Oslo Central']],
  ['cafe malaga', ['Café Málaga']],
  ['jern', ['Oslo Central']],
  ['中央', ['奥斯陆中央车站']],
  ['bergen', []],
])('%j finds %j', (text, found) => {
  expect(labels(matching(SPOTS, text))).toEqual(found);
});

test('a choice stands in the order of the options, and what is none of them stays at the end', () => {
  const options = ['a', 'b', 'c'].map((label) => option(label));
  expect(toggled(options, ['c', 'old'], 'a')).toEqual(['a', 'c', 'old']);
  expect(toggled(options, ['a', 'c', 'old'], 'c')).toEqual(['a', 'old']);
  expect(withAll(options, ['old', 'c'], options.slice(0, 2))).toEqual(['a', 'b', 'c', 'old']);
});

test('what is put in and taken out again was never there', () => {
  const options = ['a', 'b', 'c', 'd'].map((label) => option(label));
  const values = fc.subarray(['a', 'b', 'c', 'd', 'old']);
  fc.assert(
    fc.property(values, fc.constantFrom('a', 'b', 'c', 'd'), (chosen, value) => {
      const twice = toggled(options, toggled(options, chosen, value), value);
      expect(new Set(twice)).toEqual(new Set(chosen));
    }),
  );
});

test.each([
  ['m', 0, 'Making'],
  ['m', 1, 'Made'],
  ['m', 2, 'Making'],
  ['ma', 0, 'Making'],
  ['x', 0, undefined],
  ['off', 0, undefined],
])('typing %j from place %d on goes to %s', (text, from, found) => {
  const states = [option('Making'), option('Made'), option('Picked up'), option('Off', { disabled: true })];
  expect(startingWith(states, text, from)?.label).toBe(found);
});
