import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type ForeignCell, findLibreOffice, readWithLibreOffice } from '#platform/testing/test-libreoffice.ts';
import { cellForm } from './cell-form.ts';
import type { CellForm } from './define-export.ts';
import { csvBytes, type ExportCell, xlsxBytes } from './spreadsheet-bytes.ts';

// An independent program opens our files and shows what it takes each cell for.
const program = findLibreOffice();
const MINUTE = 60_000;

const HEAD = ['订单号', 'Drinks', 'IMEI', 'Pickup code', 'Phone', 'Amount', 'No.', 'Created'];
const CODES = [1, 3, 4, 5];
const HOSTILE = [
  '=1+1',
  ';=1+1',
  'a,@SUM(A1)',
  'x\t=2+2',
  'two\n=3+3',
  '";=4+4',
  '+5',
  '-6',
  ';"=7+7',
  '|=8+8',
  "'=9+9",
];
const ORDERS = [
  [
    '20261122100000000001',
    '1 × 拿铁（大杯）',
    '860000000000001',
    '0042',
    '+4722000000',
    1250,
    'NOK',
    '2027-03-28T00:59:59Z',
  ],
  [
    '20261122100000000002',
    '2 × Latte, 1 × "Mocha"',
    '860000000000002',
    '7310',
    '004722000000',
    -1_234_567,
    'EUR',
    '2027-03-28T01:00:00Z',
  ],
  ['20261122100000000003', '抹茶 🍵 ', '860000000000003', '', '13800138000', 500, 'JPY', '2027-10-31T00:30:00Z'],
  ['20261122100000000004', ' spaced ', '860000000000004', '0000', '', 1_125, 'OMR', '2027-10-31T01:30:00Z'],
] as const;

async function* rowsOf(form: CellForm): AsyncGenerator<ExportCell[][]> {
  yield ORDERS.map(([orderNo, drinks, imei, code, phone, minor, currency, at], index) => [
    orderNo,
    drinks,
    imei,
    code,
    phone,
    form.money(minor, currency),
    form.number(index + 1),
    form.time(new Date(at)),
  ]);
  yield HOSTILE.map((text) => [text, text, text, text, text, form.money(0, 'NOK'), form.number(0), form.time(null)]);
}

const words = { text: (key: string) => key, name: (name: string) => name };
const textsOf = (rows: readonly (readonly ForeignCell[])[]) => rows.map((cells) => cells.map(({ text }) => text));

test.skipIf(!program)(
  'a workbook opens: numbers are numbers, dates dates, codes and hostile texts whole texts',
  { timeout: 5 * MINUTE },
  async () => {
    const form = cellForm(words, 'xlsx', 'Europe/Oslo');
    const times = { pattern: 'dd.MM.yyyy HH:mm:ss', head: (head: string) => `${head} (Europe/Oslo)` };
    const bytes = await buffer(xlsxBytes({ columns: HEAD, batches: rowsOf(form) }, { name: '订单', times }));
    const sheet = await readWithLibreOffice(program ?? '', bytes);
    expect(sheet.name).toBe('订单');
    expect(sheet.filters).toEqual(['订单.A1:订单.H16']);
    const [head = [], ...rows] = sheet.rows.map((cells) => cells.slice(0, HEAD.length));
    expect(textsOf([head])).toEqual([[...HEAD.slice(0, -1), 'Created (Europe/Oslo)']]);
    for (const [index, [orderNo, drinks, imei, code, phone]] of ORDERS.entries()) {
      const texts = rows[index]!.slice(0, 5);
      expect(texts.map(({ text }) => text)).toEqual([orderNo, drinks, imei, code, phone]);
      expect(new Set(texts.filter(({ text }) => text !== '').map(({ type }) => type))).toEqual(new Set(['string']));
    }
    const facts = rows
      .slice(0, ORDERS.length)
      .map((cells) => cells.slice(5).map(({ type, value, text }) => [type, value, text]));
    expect(facts).toEqual([
      [
        ['float', '12.5', '12.50'],
        ['float', '1', '1'],
        ['date', '2027-03-28T01:59:59', '28.03.2027 01:59:59'],
      ],
      [
        ['float', '-12345.67', '-12,345.67'],
        ['float', '2', '2'],
        ['date', '2027-03-28T03:00:00', '28.03.2027 03:00:00'],
      ],
      [
        ['float', '500', '500'],
        ['float', '3', '3'],
        ['date', '2027-10-31T02:30:00', '31.10.2027 02:30:00'],
      ],
      [
        ['float', '1.125', '1.125'],
        ['float', '4', '4'],
        ['date', '2027-10-31T02:30:00', '31.10.2027 02:30:00'],
      ],
    ]);
    const hostile = rows.slice(ORDERS.length).map((cells) => cells.slice(0, 5));
    expect(textsOf(hostile)).toEqual(HOSTILE.map((text) => Array(5).fill(text)));
    expect(sheet.rows.flat().filter(({ formula, type }) => formula !== '' || type === 'error')).toEqual([]);
  },
);

test.skipIf(!program).each([
  ['comma', ','],
  ['semicolon', ';'],
] as const)(
  'CSV with a %s opens: numbers are numbers, codes are whole as texts, Chinese is intact',
  { timeout: 5 * MINUTE },
  async (separator, sign) => {
    const form = cellForm(words, 'csv', 'Europe/Oslo');
    const bytes = await buffer(csvBytes({ columns: HEAD, batches: rowsOf(form) }, separator));
    const sheet = await readWithLibreOffice(program ?? '', bytes, { separators: sign, textColumns: CODES });
    const [head = [], ...rows] = sheet.rows.map((cells) => cells.slice(0, HEAD.length));
    expect(textsOf([head])).toEqual([HEAD]);
    const guarded = ["'+4722000000"];
    expect(textsOf(rows.slice(0, ORDERS.length).map((cells) => cells.slice(0, 5)))).toEqual(
      ORDERS.map((order, index) => [...order.slice(0, 4), index === 0 ? guarded[0] : order[4]]),
    );
    expect(
      rows.slice(0, ORDERS.length).map((cells) => cells.slice(5).map(({ type, value, text }) => [type, value || text])),
    ).toEqual([
      [
        ['float', '12.5'],
        ['float', '1'],
        ['string', '2027-03-28 01:59:59+01:00'],
      ],
      [
        ['float', '-12345.67'],
        ['float', '2'],
        ['string', '2027-03-28 03:00:00+02:00'],
      ],
      [
        ['float', '500'],
        ['float', '3'],
        ['string', '2027-10-31 02:30:00+02:00'],
      ],
      [
        ['float', '1.125'],
        ['float', '4'],
        ['string', '2027-10-31 02:30:00+01:00'],
      ],
    ]);
    expect(sheet.rows.flat().filter(({ formula }) => formula !== '')).toEqual([]);
  },
);

test.skipIf(!program).each([
  ['comma', ';'],
  ['comma', '\t|'],
  ['semicolon', ','],
] as const)(
  'CSV with a %s that is read with %j has no formula',
  { timeout: 5 * MINUTE },
  async (separator, separators) => {
    const form = cellForm(words, 'csv', 'Europe/Oslo');
    const bytes = await buffer(csvBytes({ columns: HEAD, batches: rowsOf(form) }, separator));
    const sheet = await readWithLibreOffice(program ?? '', bytes, { separators });
    expect(sheet.rows.length).toBeGreaterThan(ORDERS.length + HOSTILE.length);
    expect(sheet.rows.flat().filter(({ formula }) => formula !== '')).toEqual([]);
  },
);

test.skipIf(!program)(
  'LibreOffice runs a formula without a guard: the tests above would see it',
  { timeout: 5 * MINUTE },
  async () => {
    const sheet = await readWithLibreOffice(program ?? '', Buffer.from('name,more\r\nx;=1+1,1\r\n'), {
      separators: ';',
    });
    expect(
      sheet.rows
        .flat()
        .map(({ formula }) => formula)
        .filter(Boolean),
    ).toEqual(['of:=1+1;1']);
  },
);
