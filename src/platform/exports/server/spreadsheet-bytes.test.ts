import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
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

test('a text of several lines is one cell of CSV, however its lines end', async () => {
  const texts = ['ok\n=HYPERLINK("x")', 'ok\r@SUM(A1)', 'ok\r\n-1'];
  const bytes = await buffer(csvBytes({ ...sheet(texts.map((text) => [text])), columns: ['Name'] }));
  expect(parse(bytes, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] }).slice(1)).toEqual(
    texts.map((text) => [text]),
  );
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

test('whatever a text of a workbook is made of, it is read as it was written', async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom(...'ab=&<>"\'_x0D \n\r\t\0\u0007é金☕') }), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const rows = some.map((text) => [`.${text}`]);
      const book = await readXlsx(await buffer(xlsxBytes(sheet(rows), 'A name: with [more] than 31 characters')));
      expect(book.sheets[0]?.rows.slice(1).map(([cell]) => [cell])).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

test('a workbook of many rows is whole', async () => {
  const batches = Array.from({ length: 30 }, (_, batch) =>
    Array.from({ length: 1_000 }, (_, row): ExportCell[] => [`A-${batch}-${row}`, { decimal: `${row}.25` }, 'Anna']),
  );
  const book = await readXlsx(await buffer(xlsxBytes(sheet(...batches), 'Orders')));
  expect(book.sheets[0]?.rows).toHaveLength(30_001);
  expect(book.sheets[0]?.rows.at(-1)).toEqual(['A-29-999', 999.25, 'Anna']);
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
