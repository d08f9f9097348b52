import { expect, test } from 'vitest';
import { decideOptions } from './option-choice.ts';

const choice = (id: string, costMinor = 0) => ({ id, name: id, nameZh: '', costMinor });
const size = {
  id: 'size',
  name: 'Size',
  nameZh: '',
  kind: 'single' as const,
  required: true,
  choices: [choice('small'), choice('large', 500)],
};
const extras = {
  id: 'extras',
  name: 'Extras',
  nameZh: '',
  kind: 'multiple' as const,
  required: false,
  choices: [choice('shot', 800), choice('syrup', 600)],
};
const groups = [size, extras];

test('options are answered in the order of the groups, with their costs', () => {
  expect(decideOptions(groups, ['syrup', 'large', 'shot'])).toEqual({
    valid: true,
    options: [choice('large', 500), choice('shot', 800), choice('syrup', 600)],
  });
});

test.each([
  ['an option of another beverage', ['small', 'straw'], { because: 'option-not-offered' }],
  ['the same option twice', ['small', 'shot', 'shot'], { because: 'option-repeated' }],
  ['no size', ['shot'], { because: 'option-required', group: size }],
  ['two sizes', ['small', 'large'], { because: 'option-single', group: size }],
])('%s is refused', (_, optionIds, answer) => {
  expect(decideOptions(groups, optionIds)).toEqual({ valid: false, ...answer });
});

test('a beverage without groups takes no options', () => {
  expect(decideOptions([], [])).toEqual({ valid: true, options: [] });
  expect(decideOptions([], ['small'])).toEqual({ valid: false, because: 'option-not-offered' });
});
