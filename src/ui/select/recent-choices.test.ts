import { expect, test } from 'vitest';
import { choicesIn, withChoice } from './recent-choices.ts';

const option = (value: string) => ({ value, label: value.toUpperCase(), hint: undefined });

test('the last chosen stands first, each once, at most five', () => {
  const kept = ['a', 'b', 'c', 'd', 'e'].map(option);
  expect(withChoice(kept, option('c')).map(({ value }) => value)).toEqual(['c', 'a', 'b', 'd', 'e']);
  expect(withChoice(kept, { ...option('f'), disabled: true, count: 3 })).toEqual([option('f'), ...kept.slice(0, 4)]);
});

test.each([null, 'x', {}, [null, 3, { value: 'a' }, { label: 'A' }]])('nothing is read from %j', (stored) => {
  expect(choicesIn(stored)).toEqual([]);
});

test('what has the form of an option is read, and no more of it', () => {
  expect(choicesIn([{ value: 'a', label: 'A', hint: 3, onclick: 'x' }])).toEqual([option('a')]);
});
