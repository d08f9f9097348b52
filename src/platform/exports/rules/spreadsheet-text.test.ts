import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadsheetText, textOfCell } from './spreadsheet-text.ts';

test.each(['=1+1', '+47 22 00', '-2+3', '@SUM(A1)', '\tA', '\rA', '\nA', '\0A', '＝1', '＋1', '－1', '＠a'])(
  '%j gets an apostrophe',
  (text) => {
    expect(spreadsheetText(text)).toBe(`'${text}`);
  },
);

test.each([
  [';=1+1', ";'=1+1"],
  ['Latte,@SUM(A1)', "Latte,'@SUM(A1)"],
  ['a|-1', "a|'-1"],
  ['a\t=1', "a\t'=1"],
  ['a\r\n+1', "a\r\n'+1"],
  ['a\v=1\f=2', "a\v'=1\f'=2"],
  ['a\u2028=1', "a\u2028'=1"],
  ['\t=1', "'\t'=1"],
  ['\0＝1', "'\0'＝1"],
  ['";=1', '";\'=1'],
  [';"=1', ';"\'=1'],
  ['"=1', '"\'=1'],
  ["'=1", "''=1"],
  [';;=1;=2', ";;'=1;'=2"],
])('%j becomes %j', (text, cell) => {
  expect(spreadsheetText(text)).toBe(cell);
  expect(textOfCell(cell)).toBe(text);
});

test.each(['', 'Latte', '1,5', "O'Brien", 'a=b', '订单', '2 × Latte, 1 × Mocha; no sugar', "rock 'n' roll", '1-2-3'])(
  '%j stays as it is',
  (text) => {
    expect(spreadsheetText(text)).toBe(text);
    expect(textOfCell(text)).toBe(text);
  },
);

const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'=+-@＝＋;,|"\'\t\r\n\0 a1\u2028') }),
  fc.string({ unit: 'grapheme' }),
);

test('every text comes back as it was', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(textOfCell(spreadsheetText(text))).toBe(text);
    }),
  );
});

test('whatever a program takes for the end of a cell, and for a quote, nothing behind it begins a formula', () => {
  const quoted = (text: string) => `"${spreadsheetText(text).replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1 }), fc.constantFrom(',', ';'), (texts, separator) => {
      const line = texts.map(quoted).join(separator);
      for (const end of [',', ';', '|', '\t', /[\t\v\f\r\n\0\u0085\u2028\u2029]/, /[,;\t]/])
        for (const cell of line.split(end)) expect(cell).not.toMatch(/^["\0\t\r\n]*[=+\-@＝＋－＠]/);
    }),
  );
});
