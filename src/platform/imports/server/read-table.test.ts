import { buffer } from 'node:stream/consumers';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { xlsxBytes } from '#platform/exports/server/spreadsheet-bytes.ts';
import { readTable } from './read-table.ts';

/** The same table as both kinds of file. */
async function files(rows: readonly (readonly string[])[]): Promise<readonly (readonly [string, Buffer])[]> {
  const [columns = [], ...others] = rows;
  const batches = (async function* () {
    yield others;
  })();
  return [
    ['CSV', Buffer.from(rows.map((cells) => cells.join(',')).join('\n'))],
    ['XLSX', await buffer(xlsxBytes({ columns, batches }, { name: 'Sheet' }))],
  ];
}
const withGaps = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [
    [`n${index}`, 'x'],
    ['', ''],
    ['', ''],
  ]).flat();

test('rows with empty ones between them are read to the last, and keep their numbers', async () => {
  for (const [kind, bytes] of await files([['name', 'text'], ...withGaps(10)])) {
    const { rows } = await readTable(bytes, 10);
    expect(
      rows.map(({ rowNo, cells }) => [rowNo, cells[0]]),
      kind,
    ).toEqual(Array.from({ length: 10 }, (_, index) => [2 + index * 3, `n${index}`]));
  }
});

test('a row too many is refused however many empty ones stand before it', async () => {
  for (const [kind, bytes] of await files([['name', 'text'], ...withGaps(11)]))
    await expect(readTable(bytes, 10), kind).rejects.toMatchObject({ code: 'import.too-many-rows' });
  const lines = Buffer.from(`name\nn0\n${'\n'.repeat(200_000)}n1`);
  await expect(readTable(lines, 10)).rejects.toMatchObject({ code: 'import.too-many-rows' });
});

test('a column far to the right is read, and one too far is refused', async () => {
  const wide = (columns: number) => [1, 2].map((row) => Array.from({ length: columns }, (_, at) => `${row}/${at}`));
  for (const [kind, bytes] of await files(wide(60)))
    expect((await readTable(bytes, 10)).rows[0]?.cells.at(-1), kind).toBe('2/59');
  for (const [kind, bytes] of await files(wide(201)))
    await expect(readTable(bytes, 10), kind).rejects.toMatchObject({ code: 'import.too-many-columns' });
});

test('the head may stand below titles and an empty row', async () => {
  const isHead = (cells: readonly string[]) => cells.includes('name');
  for (const [kind, bytes] of await files([
    ['Robots', ''],
    ['', ''],
    ['name', 'text'],
    ['n0', 'x'],
  ]))
    expect(await readTable(bytes, 10, isHead), kind).toEqual({
      head: ['name', 'text'],
      rows: [{ rowNo: 4, cells: ['n0', 'x'] }],
    });
});

test.each([';', '\t'])('the head below titles says that %j stands between cells', async (separator) => {
  const lines = ['Robots', 'Of today, all', ['name', 'text', 'more'].join(separator), ['n0', 'x', 'y'].join(separator)];
  const isHead = (cells: readonly string[]) => cells.includes('name');
  expect(await readTable(Buffer.from(lines.join('\n')), 10, isHead)).toEqual({
    head: ['name', 'text', 'more'],
    rows: [{ rowNo: 4, cells: ['n0', 'x', 'y'] }],
  });
});

test('what a spreadsheet made of a day, a time or a percentage is read as people see it there', async () => {
  const at = (text: string) => new Date(text);
  const percent = (value: number, numFmt: string) => ({ value, style: { numFmt } });
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'Prices',
        rows: [
          ['day', 'instant', 'time', 'tax', 'more', 'not'],
          [at('2026-03-02T00:00:00Z'), at('2026-03-02T08:30:15Z'), at('1899-12-31T08:30:00Z'), 0, 0, 0],
        ],
        cells: new Map([
          ['1,3', percent(0.07, '0%')],
          ['1,4', percent(0.0825, '0.00%')],
          ['1,5', percent(0.085, '0.000"%"')],
        ]),
      },
    ],
  });
  expect((await readTable(Buffer.from(workbook), 10)).rows).toEqual([
    { rowNo: 2, cells: ['2026-03-02', '2026-03-02 08:30:15', '08:30', '7%', '8.25%', '0.085'] },
  ]);
});
