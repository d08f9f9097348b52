import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { ORDER_EXPORT_COLUMNS } from '#domains/orders/contract/order-export.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import type { RequestInput } from '#platform/http/contract/endpoint.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let spots: { id: string; name: string }[];
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'Europe/Oslo', currency: 'NOK' });
  staff = await tenant.staff(['order:view', 'order:export']);
  spots = await server.services.database.write(tenant.id, async (db) => {
    const added = await db
      .insertInto('spot')
      .values([
        { id: crypto.randomUUID(), name: 'Central Station', name_zh: '中央车站' },
        { id: crypto.randomUUID(), name: '=HYPERLINK("http://evil")', name_zh: '' },
      ])
      .returning(['id', 'name'])
      .execute();
    await db
      .insertInto('robot')
      .values({ id: crypto.randomUUID(), imei: `8600${tenant.id}0001`, name: '@robot', spot_id: added[0]?.id ?? null })
      .execute();
    return added;
  });
  await addOrders(2_500);
});
afterAll(() => server.stop());

/** Every 20 minutes from the first of March on, so over the night in which clocks go forward. */
async function addOrders(count: number): Promise<void> {
  await server.services.database.write(tenant.id, (db) =>
    sql`insert into coffee_order (tenant_id, order_no, spot_id, robot_id, robot_imei, source, channel, paid_by, status, step,
          refund_status, currency, subtotal_minor, total_minor, payable_minor, paid_minor, refunded_minor, price, goods_summary,
          cups, created_at, changed_at, paid_at)
        select ${tenant.id}, '20270301' || ${tenant.id} || lpad(n::text, 8, '0'),
          case when n % 4 = 0 then ${spots[1]?.id}::uuid else ${spots[0]?.id}::uuid end, robot.id, robot.imei, 2, 'app', 'card',
          case when n % 5 = 0 then 1 else 6 end, 0, case when n % 10 = 0 then 102 end, 'NOK', n, n, n, n, 0,
          jsonb_build_object('taxMode', 'inclusive', 'taxes', '[]'::jsonb), '+1 × Latte, "large"', 1,
          timestamptz '2027-02-28 23:00Z' + (n - 1) * interval '20 minutes', now(),
          case when n % 5 <> 0 then timestamptz '2027-02-28 23:00:05Z' + (n - 1) * interval '20 minutes' end
          from generate_series(1, ${count}) n, robot where robot.tenant_id = ${tenant.id}
        on conflict do nothing`.execute(db),
  );
}

const MARCH = { createdFrom: '2027-02-28T23:00:00Z', createdTo: '2027-03-31T22:00:00Z' };
type Asked = RequestInput<typeof orderEndpoints.export>;
const start = (asked: Partial<Asked>, caller = staff) =>
  server.call(orderEndpoints.export, { format: 'csv', ...MARCH, ...asked }, caller);

async function fileOf(id: string, caller = staff): Promise<Buffer> {
  await server.runDue();
  const { path } = await server.call(exportEndpoints.link, { id }, caller);
  const answer = await server.server.app.inject({ method: 'GET', url: `/api${path}` });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
const rowsOf = async (asked: Partial<Asked>, caller = staff): Promise<string[][]> =>
  parse(await fileOf((await start(asked, caller)).id, caller), { bom: true });

/** Of every format; how the times are called is the format's own. */
const HEAD = [
  'Order no.',
  'Status',
  'Refund',
  'Drinks',
  'Total',
  'Amount paid',
  'Refunded',
  'Currency',
  'Service spot',
  'Robot',
  'IMEI',
  'Pickup code',
  'Source',
];
const BROUGHT_ALONG = ['Order type', 'Coupon', 'Coupon type', 'Coupon discount', 'Barcode'];
const PRICE_DETAILS = ['Cups', 'List price', 'Extra amount', 'Rounding', 'Tax within', 'Payment method', 'Customer'];
const NUMBERS = ['Payment serial no.', 'Daily no.', 'Ticket no.', 'Terminal location'];
const TAIL = [...BROUGHT_ALONG, ...PRICE_DETAILS, ...NUMBERS, 'Had an issue', 'Payment issue', 'Refund reason'];

test('a month of orders is read back row by row, oldest first, with all columns in words, money and local times', async () => {
  const [head, ...rows] = await rowsOf({});
  expect(head).toEqual([...HEAD, 'Created', 'Paid', ...TAIL]);
  expect(head).toHaveLength(ORDER_EXPORT_COLUMNS.length);
  // 31 days less the hour that March has not
  expect(rows).toHaveLength(31 * 72 - 3);
  expect(rows[0]).toEqual([
    `20270301${tenant.id}00000001`,
    'Picked up',
    'None',
    `'+1 × Latte, "large"`,
    '0.01',
    '0.01',
    '0.00',
    'NOK',
    'Central Station',
    `'@robot`,
    `8600${tenant.id}0001`,
    '',
    'App',
    '2027-03-01 00:00:00+01:00',
    '2027-03-01 00:00:05+01:00',
    ...['Drink order', '', '', '0.00', 'No barcode'],
    ...['1', '0.01', '0.00', '0.00', '0.00', 'Card', ''],
    ...['', '0', '', '', 'Normal', 'Normal', ''],
  ]);
  expect(rows[3]?.[8]).toBe(`'=HYPERLINK("http://evil")`);
  expect(rows.at(-1)?.[13]).toBe('2027-03-31 23:40:00+02:00');
  expect(rows.map((row) => row[0])).toEqual(rows.map((row) => row[0]).toSorted());
  const [job] = (await server.call(exportEndpoints.page, {}, staff)).records;
  expect(job).toMatchObject({ kind: 'orders', rows: rows.length, state: 'created', request: MARCH });
});

test('XLSX holds the same: amounts are numbers, times are dates on the clocks of the tenant, codes and names are texts', async () => {
  const { id } = await start({ format: 'xlsx' });
  const book = await readXlsx(await fileOf(id));
  expect(book.sheets[0]?.name).toBe('Orders');
  const rows = book.sheets[0]?.rows ?? [];
  expect(rows[0]).toEqual([...HEAD, 'Created (Europe/Oslo)', 'Paid (Europe/Oslo)', ...TAIL]);
  expect(rows[1]).toEqual([
    `20270301${tenant.id}00000001`,
    'Picked up',
    'None',
    '+1 × Latte, "large"',
    0.01,
    0.01,
    0,
    'NOK',
    'Central Station',
    '@robot',
    `8600${tenant.id}0001`,
    null,
    'App',
    new Date('2027-03-01T00:00:00Z'),
    new Date('2027-03-01T00:00:05Z'),
    ...['Drink order', null, null, 0, 'No barcode'],
    ...[1, 0.01, 0, 0, 0, 'Card', null],
    ...[null, 0, null, null, 'Normal', 'Normal', null],
  ]);
  expect(rows[4]?.[8]).toBe('=HYPERLINK("http://evil")');
  expect(rows[5]?.[14]).toBeNull();
  expect(rows.at(-1)?.[13]).toEqual(new Date('2027-03-31T23:40:00Z'));
  expect(rows).toHaveLength(31 * 72 - 3 + 1);
});

test('what an order brought along stands in its row, in the words of the reader', async () => {
  const coupon = { couponId: crypto.randomUUID(), title: 'Spring', titleZh: '春天', type: 5 };
  await server.services.database.write(tenant.id, (db) =>
    db
      .updateTable('coffee_order')
      .set({ coupon: JSON.stringify(coupon), discount_minor: 500, barcode_used: true, remade: true })
      .where('order_no', 'like', '%0000001')
      .execute(),
  );
  const columns = ['orderType', 'couponTitle', 'couponType', 'discountMinor', 'barcodeUsed'] as const;
  const asked = { columns: [...columns], couponUsed: true };
  const [, row, ...others] = await rowsOf(asked, { ...staff, language: 'zh-CN' });
  expect(row).toEqual(['重新制作', '春天', 'POS 立减', '5.00', '已用条码']);
  expect(others).toEqual([]);
});

test('what its price was made of stands in its row, amounts as numbers, with how and by whom it was paid', async () => {
  const orderNo = `20270301${tenant.id}00000001`;
  await server.services.database.write(tenant.id, async (db) => {
    await db
      .updateTable('coffee_order')
      .set({ extra_minor: 200, rounding_adjustment_minor: -3, tax_minor: 1_220, paid_by: 'cash', customer_id: 'anna' })
      .set({ cups: 3 })
      .where('order_no', '=', orderNo)
      .execute();
    const line = {
      order_no: orderNo,
      goods_id: crypto.randomUUID(),
      discount_minor: 0,
      tax_minor: 0,
      tax_rate: 250_000,
    };
    await db
      .insertInto('order_line')
      .values(
        [
          { ...line, line_no: 1, name: 'Latte', quantity: 2, list_price_minor: 4_500, unit_minor: 4_000 },
          { ...line, line_no: 2, name: 'Espresso', quantity: 1, list_price_minor: 3_000, unit_minor: 3_000 },
        ].map((one) => ({ ...one, amount_minor: one.unit_minor * one.quantity, payable_minor: 0 })),
      )
      .execute();
  });
  const from = ORDER_EXPORT_COLUMNS.indexOf('cups');
  const columns = ORDER_EXPORT_COLUMNS.slice(from, from + PRICE_DETAILS.length);
  const [head, row] = await rowsOf({ columns }, { ...staff, language: 'zh-CN' });
  expect(head).toEqual(['杯数', '原价', '附加金额', '抹零', '含税', '支付方式', '顾客']);
  expect(row).toEqual(['3', '120.00', '2.00', '-0.03', '12.20', '现金', 'anna']);
  const book = await readXlsx(await fileOf((await start({ columns, format: 'xlsx' })).id));
  expect(book.sheets[0]?.rows.slice(0, 2)).toEqual([PRICE_DETAILS, [3, 120, 2, -0.03, 12.2, 'Cash', 'anna']]);
});

test('a Chinese caller gets Chinese words and names', async () => {
  const caller = { ...staff, language: 'zh-CN' };
  const columns = ['orderNo', 'status', 'source', 'spotName'] as const;
  const [head, first, , , fourth] = await rowsOf({ columns: [...columns] }, caller);
  expect(head).toEqual(['订单号', '状态', '来源', '网点']);
  expect(first?.slice(1)).toEqual(['已取杯', 'App', '中央车站']);
  // where there is no Chinese name, the only one
  expect(fourth?.[3]).toBe(`'=HYPERLINK("http://evil")`);
  const { id } = await start({ columns: ['createdAt'], spotId: spots[0]?.id, format: 'xlsx' }, caller);
  const words = await server.call(exportEndpoints.words, { id }, caller);
  expect(words.filters).toContainEqual({ label: '网点', value: '中央车站' });
  const book = await readXlsx(await fileOf(id, caller));
  expect(book.sheets[0]?.rows[0]).toEqual(['创建时间（Europe/Oslo）']);
});

test.each([
  [
    'en-US',
    { createdFrom: '2027-03-07T23:00:00Z', createdTo: '2027-03-14T23:00:00Z' },
    'orders 2027-03-08 to 2027-03-14.xlsx',
  ],
  [
    'zh-CN',
    { createdFrom: '2027-03-07T23:00:00Z', createdTo: '2027-03-14T23:00:00Z' },
    '订单 2027-03-08 至 2027-03-14.xlsx',
  ],
  ['zh-CN', { createdFrom: '2027-03-27T23:00:00Z', createdTo: '2027-03-28T22:00:00Z' }, '订单 2027-03-28.xlsx'],
])('in %s the file is named by its kind and its days', async (language, range, name) => {
  const caller = { ...staff, language };
  const { id } = await start({ ...range, format: 'xlsx', columns: ['orderNo'] }, caller);
  await server.runDue();
  const { records } = await server.call(exportEndpoints.page, {}, caller);
  expect(records.find((one) => one.id === id)?.fileName).toBe(name);
  const { path } = await server.call(exportEndpoints.link, { id }, caller);
  const { headers } = await server.server.app.inject({ method: 'GET', url: `/api${path}` });
  const [, plain, encoded] =
    /^attachment; filename="(.*)"; filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition'])) ?? [];
  expect(decodeURIComponent(encoded ?? '')).toBe(name);
  expect(plain).toBe(name.replace(/[^ -~]/g, '_'));
});

test('filters and tabs narrow the file as they narrow the list', async () => {
  for (const asked of [{ status: 1 }, { filter: 5 }, { filter: 1 }, { spotId: spots[1]?.id }] as const) {
    const list = await server.call(orderEndpoints.page, { ...MARCH, ...asked }, staff);
    expect(await rowsOf(asked)).toHaveLength(list.total + 1);
  }
});

test('an advanced query narrows the file as it narrows the list; a malformed one is refused before a job is made', async () => {
  const asked = {
    superQueryParams: JSON.stringify([
      { field: 'status', rule: 'eq', val: '1' },
      { field: 'createdAt', rule: 'eq', val: '2027-03-28' },
    ]),
  };
  const list = await server.call(orderEndpoints.page, { ...MARCH, ...asked }, staff);
  expect(list.total).toBeGreaterThan(0);
  expect(await rowsOf(asked)).toHaveLength(list.total + 1);
  const malformed = { superQueryParams: JSON.stringify([{ field: 'price', rule: 'eq', val: '1' }]) };
  await expect(start(malformed)).rejects.toMatchObject({ problem: 'request.malformed', answer: { status: 400 } });
});

test('a file says later which filters, columns and time zone it was made of', async () => {
  const asked = {
    status: 6,
    spotId: spots[0]?.id,
    source: 2,
    filter: 2,
    columns: ['orderNo', 'payableMinor'],
  } as const;
  const { id } = await start({ ...asked, columns: [...asked.columns] });
  expect(await server.call(exportEndpoints.words, { id }, { ...staff, language: 'en-US' })).toEqual({
    columns: ['Order no.', 'Total'],
    filters: [
      { label: 'Status', value: 'Complete' },
      { label: 'Status', value: 'Picked up' },
      { label: 'Service spot', value: 'Central Station' },
      { label: 'Source', value: 'App' },
    ],
    timeZone: 'Europe/Oslo',
  });
  await server.runDue();
});

test('a person of chosen spots gets their rows alone', async () => {
  const restricted = await tenant.staff(['order:export'], { spotIds: [spots[1]?.id ?? ''] });
  const rows = (await rowsOf({ columns: ['spotName'] }, restricted)).slice(1);
  expect(rows).toHaveLength(Math.floor((31 * 72 - 3) / 4));
  expect(new Set(rows.flat())).toEqual(new Set([`'=HYPERLINK("http://evil")`]));
  expect(await rowsOf({ spotId: spots[0]?.id }, restricted)).toHaveLength(1);
});

test.each([
  ['no range', { createdFrom: undefined, createdTo: undefined }, 'range-missing', 'Choose order time range'],
  ['no end', { createdTo: undefined }, 'range-missing', 'Choose order time range'],
  [
    '1 January to 1 February',
    { createdFrom: '2027-01-01T00:00:00+01:00', createdTo: '2027-02-02T00:00:00+01:00' },
    'range-too-long',
    'Export range within 31 days',
  ],
  ['March and a second', { createdTo: '2027-03-31T22:00:01Z' }, 'range-too-long', 'Export range within 31 days'],
  ['an end before its beginning', { createdTo: '2027-01-01T00:00:00Z' }, 'range-reversed', undefined],
] as const)('%s is refused before a job is made', async (_, range, because, message) => {
  const refused = await start(range as Partial<Asked>).catch((error) => error);
  expect(refused).toMatchObject({ problem: `order.export.${because}`, answer: { status: 200, body: { code: '422' } } });
  const wrong = 'createdFrom' in range && range.createdFrom === undefined ? 'createdFrom' : 'createdTo';
  expect(refused.answer.body.faults).toMatchObject([{ path: wrong }]);
  if (message) expect(refused.answer.body.message).toBe(message);
  expect((await server.call(exportEndpoints.page, {}, staff)).total).toBe(0);
});

test('the month in which clocks go back has 31 days as well', async () => {
  const october = { createdFrom: '2027-09-30T22:00:00Z', createdTo: '2027-10-31T23:00:00Z' };
  expect(await start(october)).toMatchObject({ state: 'creating' });
  await expect(start({ ...october, createdTo: '2027-10-31T23:00:01Z' })).rejects.toMatchObject({
    problem: 'order.export.range-too-long',
  });
});
