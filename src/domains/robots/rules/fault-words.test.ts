import { expect, test } from 'vitest';
import { type FaultTexts, faultWords } from './fault-words.ts';

const texts: FaultTexts = {
  ofCode: (code) => ({ 'grinder-jam': 'Grinder blocked', 'material-empty': 'Something is missing' })[code],
  ofMaterial: (code) => ({ milk: 'Milk' })[code],
  outOf: (material) => `Not enough: ${material}`,
};

test.each([
  [{ code: 'grinder-jam', text: 'jam!' }, 'Grinder blocked'],
  [{ code: 'material-empty', part: 'milk' }, 'Not enough: Milk'],
  [{ code: 'material-empty', part: 'oat-milk' }, 'Not enough: oat-milk'],
  [{ code: 'material-empty' }, 'Something is missing'],
  [{ code: 'x9', text: 'Door open' }, 'Door open'],
  [{ code: 'x9', part: 'pump' }, 'pump: x9'],
  [{ code: 'x9' }, 'x9'],
])('%j: %s', (fault, words) => {
  expect(faultWords(fault, texts)).toBe(words);
});
