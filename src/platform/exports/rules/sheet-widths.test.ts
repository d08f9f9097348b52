import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetWidths } from './sheet-widths.ts';

const widthOf = (head: string, ...cells: Parameters<typeof sheetWidths>[1][number]) =>
  sheetWidths(
    [head],
    cells.map((cell) => [cell]),
    'yyyy-MM-dd HH:mm:ss',
  )[0];

test('a column is as wide as its head with the arrow of the filter, or as its widest cell', () => {
  expect(widthOf('Order no.')).toBe(13);
  expect(widthOf('Order no.', '20261122100000000001')).toBe(22);
  expect(widthOf('Paid', { decimal: '', look: 'time' })).toBe(21);
  expect(widthOf('Amount paid', { decimal: '1234567.50', look: 'amount2' })).toBe(16);
  expect(widthOf('No.', null)).toBe(8);
});

test('signs of Chinese take the place of two', () => {
  expect(widthOf('订单编号')).toBe(12);
  expect(widthOf('来源', '上海静安寺旗舰店')).toBe(18);
});

test('of a text of several lines the longest counts', () => {
  expect(widthOf('Name', 'one\nand a longer one')).toBe(18);
});

test('no column is wider than 60 signs, nor narrower than 8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 500 }), (head, text) => {
      expect(widthOf(head, text)).toBeGreaterThanOrEqual(8);
      expect(widthOf(head, text)).toBeLessThanOrEqual(60);
    }),
  );
});
