import { expect, test } from 'vitest';
import { decideOptions } from './option-choice.ts';

const open = { minChoices: null, maxChoices: null, defaultChoiceId: null };
const choice = (id: string, costMinor = 0) => ({ id, name: id, nameZh: '', costMinor });
const size = {
  ...open,
  id: 'size',
  name: 'Size',
  nameZh: '',
  kind: 'single' as const,
  required: true,
  choices: [choice('small'), choice('large', 500)],
};
const extras = {
  ...open,
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

test.each([
  ['fewer than the least', { minChoices: 2 }, ['shot'], 'option-too-few'],
  ['none of a group that need not be chosen from', { minChoices: 2 }, [], undefined],
  ['as many as there are where more are asked for', { minChoices: 5 }, ['shot', 'syrup'], undefined],
  ['more than the most', { maxChoices: 1 }, ['shot', 'syrup'], 'option-too-many'],
  ['as many as the most', { maxChoices: 2 }, ['shot', 'syrup'], undefined],
  ['none of a required group', { required: true, minChoices: 2 }, [], 'option-required'],
  ['none of a required group without choices', { required: true, choices: [] }, [], undefined],
] as const)('%s', (_, limits, optionIds, because) => {
  const decision = decideOptions(
    [{ ...extras, ...limits, choices: [...('choices' in limits ? [] : extras.choices)] }],
    optionIds,
  );
  expect(decision.valid ? undefined : decision.because).toBe(because);
});
