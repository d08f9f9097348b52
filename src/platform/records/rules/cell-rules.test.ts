import { expect, test } from 'vitest';
import { amount, choice, colour, decimal, email, flag, integer, rate, text } from '../contract/fields.ts';
import { cellRules } from './cell-rules.ts';

test.each([
  [text(40), [{ code: 'import.cell.text', params: { maximum: '40' } }]],
  [
    text(40, { unique: true }),
    [{ code: 'import.cell.text', params: { maximum: '40' } }, { code: 'import.cell.unique' }],
  ],
  [integer(1, 9), [{ code: 'import.cell.whole', params: { minimum: '1', maximum: '9' } }]],
  [integer(0, 9, { required: true }), [{ code: 'import.cell.whole', params: { minimum: '0', maximum: '9' } }]],
  [decimal(-90, 90), [{ code: 'import.cell.number', params: { minimum: '-90', maximum: '90' } }]],
  [rate({ max: 1_000_000 }), [{ code: 'import.cell.percent', params: { minimum: '0', maximum: '100' } }]],
  [amount(), [{ code: 'import.cell.amount' }]],
  [flag(), [{ code: 'import.cell.flag' }]],
  [colour(), [{ code: 'import.cell.colour' }]],
  [email(), [{ code: 'fault.email' }]],
  [choice(['a', 'b'], 'letters'), [{ dictionary: 'letters', values: ['a', 'b'] }]],
])('a cell is described as its field was declared (%#)', (field, rules) => {
  expect(cellRules(field)).toEqual(rules);
});
