import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadsheetText, textOfCell } from './spreadsheet-text.ts';

test.each(['=1+1', '+47 22 00', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\0=1', '＝1', '＋1', '－1', '＠a'])(
  '%j gets an apostrophe',
  (text) => {
    expect(spreadsheetText(text)).toBe(`'${text}`);
  },
);

test.each(['', 'Latte', '1,5', "O'Brien", 'a=b', '订单'])('%j stays as it is', (text) => {
  expect(spreadsheetText(text)).toBe(text);
});

test('any text without an apostrophe in front comes back as it was', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.startsWith("'"));
      expect(textOfCell(spreadsheetText(text))).toBe(text);
    }),
  );
});
