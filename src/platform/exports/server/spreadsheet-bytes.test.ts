import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { csvBytes, type ExportCell, type Spreadsheet, xlsxBytes } from './spreadsheet-bytes.ts';

function sheet(...batches: ExportCell[][][]): Spreadsheet {
  return {
    columns: ['Order', '金额', '=Name'],
    batches: (async function* () {
      yield* batches;
    })(),
  };
}

const ROWS: ExportCell[][] = [
  ['007', { decimal: '-12.50' }, 'Anna "A", Oslo'],
  ['A-2', { decimal: '0' }, 'two\r\nlines'],
  ['A-3', null, '=HYPERLINK("x")'],
];

test('CSV is UTF-8 with a mark, quoted as RFC 4180 says, and read back as it was meant', async () => {
  const bytes = await buffer(csvBytes(sheet(ROWS.slice(0, 2), [], ROWS.slice(2))));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString()).toContain('"Anna ""A"", Oslo"\r\n');
  expect(parse(bytes, { bom: true, record_delimiter: '\r\n' })).toEqual([
    ['Order', '金额', "'=Name"],
    ['007', '-12.50', 'Anna "A", Oslo'],
    ['A-2', '0', 'two\r\nlines'],
    ['A-3', '', `'=HYPERLINK("x")`],
  ]);
});

test('XLSX opens: numbers are numbers, texts that look like numbers or formulas are texts', async () => {
  const book = await readXlsx(await buffer(xlsxBytes(sheet(ROWS.slice(0, 1), ROWS.slice(1)), 'Orders')));
  expect(book.sheets[0]?.name).toBe('Orders');
  expect(book.sheets[0]?.rows).toEqual([
    ['Order', '金额', "'=Name"],
    ['007', -12.5, 'Anna "A", Oslo'],
    ['A-2', 0, 'two\r\nlines'],
    ['A-3', null, `'=HYPERLINK("x")`],
  ]);
});

test.each([
  ['CSV', (it: Spreadsheet) => csvBytes(it)],
  ['XLSX', (it: Spreadsheet) => xlsxBytes(it, 'Orders')],
])('%s without rows has its head row, and a broken source breaks the file', async (_, bytesOf) => {
  expect((await buffer(bytesOf(sheet()))).byteLength).toBeGreaterThan(0);
  const broken: Spreadsheet = {
    columns: ['Order'],
    batches: (async function* () {
      yield [['A-1']];
      throw new Error('the cursor is gone');
    })(),
  };
  await expect(buffer(bytesOf(broken))).rejects.toThrow('the cursor is gone');
});
