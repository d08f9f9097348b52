import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { textOfCell } from '../rules/spreadsheet-text.ts';
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

test('a text of several lines is one cell of CSV, however its lines end, and no line of it a formula', async () => {
  const texts = ['ok\n=HYPERLINK("x")', 'ok\r@SUM(A1)', 'ok\r\n-1'];
  const bytes = await buffer(csvBytes({ ...sheet(texts.map((text) => [text])), columns: ['Name'] }));
  expect(parse(bytes, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] }).slice(1)).toEqual([
    ['ok\n\'=HYPERLINK("x")'],
    ["ok\r'@SUM(A1)"],
    ["ok\r\n'-1"],
  ]);
});

test('whatever a text of CSV is made of, it comes back as it was, with either separator', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@;,|"\' \t\n\rab金') });
  const separators = fc.constantFrom<['comma' | 'semicolon', string]>(['comma', ','], ['semicolon', ';']);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, text), { minLength: 1 }),
      separators,
      async (rows, [separator, delimiter]) => {
        const bytes = await buffer(csvBytes({ ...sheet(rows), columns: ['a', 'b'] }, separator));
        const read: string[][] = parse(bytes, { bom: true, delimiter, record_delimiter: '\r\n' });
        expect(read.slice(1).map((cells) => cells.map(textOfCell))).toEqual(rows);
      },
    ),
  );
});

test('XLSX opens: numbers are numbers, texts that look like numbers or formulas are texts', async () => {
  const book = await readXlsx(await buffer(xlsxBytes(sheet(ROWS.slice(0, 1), ROWS.slice(1)), { name: 'Orders' })));
  expect(book.sheets[0]?.name).toBe('Orders');
  expect(book.sheets[0]?.rows).toEqual([
    ['Order', '金额', '=Name'],
    ['007', -12.5, 'Anna "A", Oslo'],
    ['A-2', 0, 'two\r\nlines'],
    ['A-3', null, '=HYPERLINK("x")'],
  ]);
});

test('the head row stays in sight and filters, columns are as wide as what they hold', async () => {
  const rows = [...ROWS, ...ROWS];
  const book = await readXlsx(
    await buffer(xlsxBytes(sheet(rows.slice(0, 1), rows.slice(1)), { name: "Anna's orders" })),
  );
  expect(book.sheets[0]).toMatchObject({
    freezePane: { rows: 1 },
    autoFilter: { range: 'A1:C7' },
    columns: [{ width: 9 }, { width: 10 }, { width: 16 }],
  });
  expect(book.namedRanges).toMatchObject([{ name: '_xlnm._FilterDatabase', range: "'Anna''s orders'!$A$1:$C$7" }]);
  const empty = await readXlsx(await buffer(xlsxBytes(sheet(), { name: 'Orders' })));
  expect(empty.sheets[0]).toMatchObject({ autoFilter: { range: 'A1:C1' }, columns: [{ width: 9 }, {}, {}] });
});

test('each number has its look: amounts the decimals of their currency, times the pattern of the tenant', async () => {
  const rows: ExportCell[][] = [
    [
      { decimal: '1200', look: 'amount0' },
      { decimal: '12.50', look: 'amount2' },
      { decimal: '1.125', look: 'amount3' },
    ],
    [{ decimal: '7', look: 'whole' }, { decimal: '46392.5', look: 'time' }, 'a text'],
  ];
  const times = { pattern: 'dd.MM.yyyy HH:mm:ss', head: (text: string) => text };
  const bytes = await buffer(xlsxBytes(sheet(rows), { name: 'Orders', times }));
  const { cells } = (await readXlsx(bytes, { readStyles: true })).sheets[0]!;
  const formats = [...(cells ?? [])].map(([place, { style }]) => [place, style?.numFmt]);
  expect(formats.slice(3)).toEqual([
    ['1,0', '#,##0'],
    ['1,1', '#,##0.00'],
    ['1,2', '#,##0.000'],
    ['2,0', '0'],
    ['2,1', 'dd"."mm"."yyyy hh:mm:ss'],
    ['2,2', '@'],
  ]);
});

test('the head of a column of times says whose clocks they are on, wherever its first time stands', async () => {
  const times = { pattern: 'dd.MM.yyyy HH:mm:ss', head: (text: string) => `${text} (Oslo)` };
  const rows: ExportCell[][] = [
    ['A-1', { decimal: '', look: 'time' }, null],
    ['A-2', { decimal: '46392.5', look: 'time' }, null],
  ];
  const bytes = await buffer(xlsxBytes(sheet(rows), { name: 'Orders', times }));
  const book = await readXlsx(bytes);
  expect(book.sheets[0]?.rows).toEqual([
    ['Order', '金额 (Oslo)', '=Name'],
    ['A-1', null, null],
    ['A-2', new Date('2027-01-05T12:00:00Z'), null],
  ]);
});

test('whatever a text of a workbook is made of, it is read as it was written', async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom(...'ab=&<>"\'_x0D \n\r\t\0\u0007é金☕') }), {
    minLength: 1,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      // what has no sign at all is no cell
      const rows = some.map((text) => [text || '.']);
      const book = await readXlsx(
        await buffer(xlsxBytes(sheet(rows), { name: 'A name: with [more] than 31 characters' })),
      );
      expect(book.sheets[0]?.rows.slice(1).map(([cell]) => [cell])).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

test('a workbook of many rows is whole', async () => {
  const batches = Array.from({ length: 30 }, (_, batch) =>
    Array.from({ length: 1_000 }, (_, row): ExportCell[] => [`A-${batch}-${row}`, { decimal: `${row}.25` }, 'Anna']),
  );
  const book = await readXlsx(await buffer(xlsxBytes(sheet(...batches), { name: 'Orders' })));
  expect(book.sheets[0]?.rows).toHaveLength(30_001);
  expect(book.sheets[0]?.rows.at(-1)).toEqual(['A-29-999', 999.25, 'Anna']);
});

test.each([
  ['CSV', (it: Spreadsheet) => csvBytes(it)],
  ['XLSX', (it: Spreadsheet) => xlsxBytes(it, { name: 'Orders' })],
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
