import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { refundList } from '#domains/refunds/contract/refund-list.ts';
import { files } from '#platform/files/server/index.ts';
import type { RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import { bodyFor } from '#platform/testing/form-body.ts';
import { orderCases } from '../contract/cases.ts';
import { caseEndpoints, openCaseEndpoints } from '../contract/endpoints.ts';
import { MOST_MISSES } from '../rules/misses.ts';
import { emptyCases } from './empty-cases.ts';
import { casesSlice } from './index.ts';

const { prove, ask, state } = openCaseEndpoints;
let town: TestTown;
let shop: TestShop;
let device: string;
beforeAll(async () => {
  town = await startTestTown([files, casesSlice]);
  shop = await town.openShop();
  device = await deviceAt(shop);
});
afterAll(() => town.stop());

const staffOf = (of: TestShop) => of.tenant.staff(['robot:view', 'order:view', 'order:refund']);
async function deviceAt(of: TestShop): Promise<string> {
  const [label] = await town.server.call(caseEndpoints.labels, { robotIds: [of.robot.id] }, await staffOf(of));
  return label?.address.split('/').at(-1) ?? '';
}
const proveIt = (given: Omit<RequestInput<typeof prove>, 'device'>, at = device) =>
  town.server.call(prove, { device: at, ...given });
/** What a stranger is told: code, words and faults. */
async function refusal(work: Promise<unknown>): Promise<{ problem: unknown; faults: string[] }> {
  const error = (await work.then(
    () => raise(),
    (thrown: unknown) => thrown,
  )) as { problem?: string; answer?: { body?: { faults?: { path: string }[] } } };
  return { problem: error.problem, faults: (error.answer?.body?.faults ?? []).map(({ path }) => path) };
}
const raise = (): never => {
  throw new Error('it was not refused');
};

async function askFor(fields: Record<string, unknown>) {
  const { body, headers } = bodyFor(ask, { device, wish: 'money', words: 'Only half full', ...fields });
  const answer = await town.server.send('POST', `/sos-backend${ask.path}`, body, { headers });
  return { ...answer.body, status: answer.status, result: answer.body.result as ResponseOf<typeof ask> };
}
const later = (ms: number): void => {
  const { clock } = town.server.services;
  clock.set(new Date(clock.now().getTime() + ms));
};
const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 2_000, height: 900, channels: 3, background: '#654321' } })
    .jpeg()
    .toBuffer();
const codeOf = (orderNo: string): Promise<string> =>
  town.server.services.database.read(shop.tenant.id, async (db) => {
    const row = await db
      .selectFrom('coffee_order')
      .select('pickup_code')
      .where('order_no', '=', orderNo)
      .executeTakeFirst();
    return row?.pickup_code ?? '';
  });
/** Wrong proofs of one test are none of another's. */
const clearMisses = async (): Promise<void> => {
  const { database } = town.server.services;
  await database.identity((db) => db.deleteFrom('login_throttle').execute());
  await database.write(shop.tenant.id, (db) =>
    db.updateTable('case_label').set({ misses: 0, misses_since: null }).execute(),
  );
};

test('the label of a machine stays the same, and is of machines that one sees alone', async () => {
  expect(device).toMatch(new RegExp(`^${shop.tenant.id}-[0-9A-Z]{10}$`));
  expect(await deviceAt(shop)).toBe(device);
  const elsewhere = await shop.tenant.staff(['robot:view'], { spotIds: [shop.otherSpotId] });
  expect(await town.server.call(caseEndpoints.labels, {}, elsewhere)).toEqual([]);
  const other = await town.openShop();
  expect(await town.server.call(caseEndpoints.labels, { robotIds: [shop.robot.id] }, await staffOf(other))).toEqual([]);
});

test('labels name the spot in the language of whoever prints them', async () => {
  const other = await town.openShop();
  await other.inside(({ db }) =>
    db.updateTable('spot').set({ name_zh: '中央车站' }).where('id', '=', other.spotId).execute(),
  );
  const printer = { ...(await staffOf(other)), language: 'zh-CN' };
  expect(await town.server.call(caseEndpoints.labels, { robotIds: [other.robot.id] }, printer)).toMatchObject([
    { spotName: '中央车站' },
  ]);
});

test('the page names the machine in the language of the browser, and says nothing about codes that are none', async () => {
  const page = (address: string, headers = {}) => town.server.send('GET', address, undefined, { headers });
  const english = await page(`/case/${device}`, { 'accept-language': 'de, en;q=0.8' });
  expect([english.status, english.text.includes('lang="en-US"')]).toEqual([200, true]);
  expect(english.text).not.toContain(shop.robot.imei);
  expect(String(english.headers['content-security-policy'])).toContain("default-src 'none'");
  const chinese = await page(`/case/${device}?language=zh-CN`);
  expect(chinese.text).toContain('订单有问题');
  const unknown = await Promise.all(
    [`${shop.tenant.id}-AAAAAAAAAA`, '999999-AAAAAAAAAA', 'nothing', '%3Cscript%3E'].map((of) => page(`/case/${of}`)),
  );
  expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(unknown.map(({ text }) => text)).size).toBe(1);
  expect((await page('/case/files/case.js')).status).toBe(200);
  expect((await page('/case/files/..%2Fcase-page.ts')).status).toBe(404);
});

test('an order is found by its pickup code, or by the end of its number and what was paid', async () => {
  const { orderNo } = await shop.paidOrder();
  const byCode = await proveIt({ pickupCode: await codeOf(orderNo) });
  expect(byCode.order).toMatchObject({ orderNo, paidMinor: 4_500, currency: 'NOK', state: 'making', asked: null });
  for (const paid of ['45', '45.00', '45,0'])
    expect((await proveIt({ orderEnd: orderNo.slice(-6), paid })).order.orderNo).toBe(orderNo);
});

test('whatever is wrong with a proof, the answer is the same', async () => {
  const { orderNo } = await shop.paidOrder();
  const unpaid = await shop.order();
  const other = await town.openShop();
  const right = { orderEnd: orderNo.slice(-6), paid: '45.00' };
  const refused: unknown[] = [];
  for (const [given, at] of [
    [{ pickupCode: '0000' }, device],
    [{ ...right, paid: '45.01' }, device],
    [{ ...right, paid: '45.001' }, device],
    [{ ...right, orderEnd: '999999' }, device],
    [{ orderEnd: unpaid.orderNo.slice(-6), paid: '45.00' }, device],
    // the order of this shop's machine, with what was paid for it, at the machine of another shop
    [right, await deviceAt(other)],
  ] as const) {
    refused.push((await refusal(proveIt(given, at))).problem);
    await clearMisses();
  }
  expect(new Set(refused)).toEqual(new Set(['case.proof-refused']));
  expect((await refusal(proveIt({ pickupCode: '1234' }, `${shop.tenant.id}-AAAAAAAAAA`))).problem).toBe(
    'case.machine-unknown',
  );
});

test('what is not a proof is refused in words at its field', async () => {
  const fields = async (given: Parameters<typeof proveIt>[0]) => (await refusal(proveIt(given))).faults;
  expect(await fields({})).toEqual(['pickupCode']);
  expect(await fields({ pickupCode: '12' })).toEqual(['pickupCode']);
  expect(await fields({ orderEnd: '123456' })).toEqual(['paid']);
  expect(await fields({ paid: '45' })).toEqual(['orderEnd']);
  expect(await fields({ orderEnd: "1' or '", paid: '4e9' })).toEqual(['orderEnd', 'paid']);
  expect(await fields({ pickupCode: '1234', orderEnd: '123456', paid: '45' })).toEqual(['pickupCode']);
});

test('guessing is slowed down after five wrong proofs, and an own right one in between forgives nothing', async () => {
  await clearMisses();
  const own = { pickupCode: await codeOf((await shop.paidOrder()).orderNo) };
  const problems: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    problems.push((await refusal(proveIt({ pickupCode: '0000' }))).problem);
    if (count < 4) await proveIt(own);
  }
  expect(new Set(problems)).toEqual(new Set(['case.proof-refused']));
  expect((await refusal(proveIt(own))).problem).toBe('case.too-many-tries');
  await clearMisses();
});

test('pickup codes of a machine rest when many hands have guessed; number and amount still open', async () => {
  const { orderNo } = await shop.paidOrder();
  const at = town.server.services.clock.now();
  await town.server.services.database.write(shop.tenant.id, (db) =>
    db.updateTable('case_label').set({ misses: MOST_MISSES, misses_since: at }).execute(),
  );
  const code = await codeOf(orderNo);
  expect((await refusal(proveIt({ pickupCode: code }))).problem).toBe('case.too-many-tries');
  expect((await proveIt({ orderEnd: orderNo.slice(-6), paid: '45.00' })).order.orderNo).toBe(orderNo);
  await clearMisses();
});

test('a request with a photo is an application with its evidence, and its address shows what became of it', async () => {
  await shop.inside(({ db }) =>
    db.updateTable('beverage').set({ name_zh: '拿铁' }).where('id', '=', shop.latteId).execute(),
  );
  const { orderNo } = await shop.paidOrder();
  const { proof } = await proveIt({ pickupCode: await codeOf(orderNo) });
  const asked = await askFor({ proof, wish: 'again', words: ' Cold ', file: { name: 'a.exe', bytes: await photo() } });
  expect(asked.result.order.asked).toMatchObject({ state: 'waiting', wish: 'again', words: 'Cold', hasPhoto: true });
  const { key } = asked.result;
  expect((await town.server.call(state, { device, key })).asked?.state).toBe('waiting');

  const staff = await staffOf(shop);
  const { records } = await town.server.call(orderCases.endpoints.page, { waiting: 'true' }, staff);
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    orderNo,
    wish: 'again',
    words: 'Cold',
    hasPhoto: true,
    status: 100,
    waiting: true,
    amountMinor: 4_500,
  });
  const inChinese = await town.server.call(orderCases.endpoints.page, {}, { ...staff, language: 'zh-CN' });
  expect([records[0]?.goodsSummary, inChinese.records[0]?.goodsSummary]).toEqual(['1 × Latte', '1 × 拿铁']);
  const found = await town.server.call(caseEndpoints.evidence, { id: String(records[0]?.id) }, staff);
  expect(found.machine).toMatchObject({ online: expect.any(Boolean), faults: [] });
  // made anew, smaller, without what the phone wrote into it
  const picture = await town.server.send('GET', `/api/sys/common/static/${found.photo}`);
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 1_600, height: 720 });

  const refunds = async (request: { wish: string }, who = staff) =>
    (await town.server.call(refundList.endpoints.page, request, who)).records;
  const listed = {
    orderNo,
    id: records[0]?.refundId,
    wish: 'again',
    photo: found.photo,
    reason: 'Cold',
    waiting: true,
  };
  expect(await refunds({ wish: 'again' })).toMatchObject([listed]);
  expect(await refunds({ wish: 'money' })).toEqual([]);

  const elsewhere = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
  expect(await refunds({ wish: 'again' }, elsewhere)).toEqual([]);
  expect((await town.server.call(orderCases.endpoints.page, {}, elsewhere)).records).toEqual([]);
  expect(
    (await refusal(town.server.call(caseEndpoints.evidence, { id: String(records[0]?.id) }, elsewhere))).problem,
  ).toBe('case.not-found');

  await town.server.call(
    refundEndpoints.answerRefund,
    { refundId: String(records[0]?.refundId), agree: false, reason: 'Come by' },
    staff,
  );
  expect((await town.server.call(state, { device, key })).asked).toMatchObject({ state: 'refused', answer: 'Come by' });
});

test('money that staff agrees to comes back, as the customer reads', async () => {
  const { orderNo } = await shop.paidOrder();
  const { proof } = await proveIt({ pickupCode: await codeOf(orderNo) });
  const { key } = (await askFor({ proof })).result;
  const staff = await staffOf(shop);
  const { records } = await town.server.call(orderCases.endpoints.page, { keyword: orderNo }, staff);
  await town.server.call(refundEndpoints.answerRefund, { refundId: String(records[0]?.refundId), agree: true }, staff);
  await town.until(async () => (await town.server.call(state, { device, key })).asked?.state === 'moneyBack');
  expect(await town.server.call(state, { device, key })).toMatchObject({ refundedMinor: 4_500 });
});

test('money that staff agreed to and the provider refused is not told as a refusal by staff', async () => {
  const { orderNo } = await shop.paidOrder();
  const { proof } = await proveIt({ pickupCode: await codeOf(orderNo) });
  const { key } = (await askFor({ proof })).result;
  await shop.inside((tx) =>
    tx.db
      .updateTable('order_refund')
      .set({ status: 103, provider_state: null, answer_reason: 'Of course', last_error: 'charge_disputed' })
      .where('order_no', '=', orderNo)
      .execute(),
  );
  expect((await town.server.call(state, { device, key })).asked).toMatchObject({ state: 'moneyNotSent', answer: '' });
});

test('twice, without a proof, with another machine’s, too late, or with what is no photo: refused, and nothing is left', async () => {
  const { orderNo } = await shop.paidOrder();
  const { proof } = await proveIt({ pickupCode: await codeOf(orderNo) });
  const problem = async (fields: Record<string, unknown>) => (await askFor(fields)).problem;
  const other = await deviceAt(await town.openShop());
  const [order, by, until, mac = ''] = proof.split('.');
  expect(await problem({ proof: 'x' })).toBe('case.proof-over');
  expect(await problem({ proof, device: other })).toBe('case.proof-over');
  expect(await problem({ proof: [order, by, Number(until) + 1, mac].join('.') })).toBe('case.proof-over');
  expect(await problem({ proof: [`${order}1`, by, until, mac].join('.') })).toBe('case.proof-over');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const notPicture = await problem({ proof, file: { name: 'photo.jpg', bytes: svg } });
  expect(notPicture).toMatch(/^file\./);
  expect(await problem({ proof, file: { name: 'photo.jpg', bytes: Buffer.alloc(2_120_000) } })).toBe(
    'request.file-too-large',
  );
  expect(await problem({ proof, words: ' ' })).toBe('request.malformed');
  expect(await problem({ proof, wish: 'everything' })).toBe('request.malformed');
  expect(await problem({ proof, amountMinor: '1' })).toBe('request.malformed');
  const all = await town.server.call(orderCases.endpoints.page, { keyword: orderNo }, await staffOf(shop));
  expect(all.records).toEqual([]);

  const both = await Promise.all([askFor({ proof }), askFor({ proof })]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(['case.asked-already', 'order.refund.already-open']).toContain(both.find(({ success }) => !success)?.problem);
  expect(await problem({ proof })).toBe('case.asked-already');
  later(31 * 60_000);
  expect(await problem({ proof })).toBe('case.proof-over');
});

test('a key opens nothing at another machine, and a wrong one nothing at all', async () => {
  const { orderNo } = await shop.paidOrder();
  const { proof } = await proveIt({ pickupCode: await codeOf(orderNo) });
  const { key } = (await askFor({ proof })).result;
  const other = await deviceAt(await town.openShop());
  expect((await refusal(town.server.call(state, { device: other, key }))).problem).toBe('case.not-found');
  expect((await refusal(town.server.call(state, { device, key: 'A'.repeat(22) }))).problem).toBe('case.not-found');
});

test('words and photo are kept ninety days; the application stays, without the words', async () => {
  const { orderNo } = await shop.paidOrder();
  const reasons = async () =>
    (await town.server.call(refundList.endpoints.page, { keyword: orderNo }, await staffOf(shop))).records.map(
      ({ reason }) => reason,
    );
  const { proof } = await proveIt({ pickupCode: await codeOf(orderNo) });
  const { key } = (await askFor({ proof, file: { name: 'a.jpg', bytes: await photo() } })).result;
  await emptyCases.run(town.server.services, town.server.services.clock.now());
  expect((await town.server.call(state, { device, key })).asked?.hasPhoto).toBe(true);
  expect(await reasons()).toEqual(['Only half full']);
  later(91 * 24 * 3_600_000);
  await emptyCases.run(town.server.services, town.server.services.clock.now());
  expect((await town.server.call(state, { device, key })).asked).toMatchObject({
    words: '',
    hasPhoto: false,
    state: 'waiting',
  });
  expect(await reasons()).toEqual(['']);
  const unused = await town.server.services.database.read(shop.tenant.id, (db) =>
    db.selectFrom('stored_file').select('kind').where('kind', '=', 'case').where('unused_since', 'is', null).execute(),
  );
  expect(unused).toEqual([]);
});
