import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreementEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { agreementsSlice } from '#domains/agreements/server/index.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from '#domains/orders/server/test-shop.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { records } from '#platform/records/server/index.ts';
import type { Caller } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { session } from '#system/session/server/index.ts';
import { CONTACT_PERMISSION, customers } from '../contract/customers.ts';
import {
  alarmUserEndpoints,
  customerEndpoints,
  storefrontCustomerEndpoints as storefront,
} from '../contract/endpoints.ts';
import { scans } from '../contract/scans.ts';
import { customersSlice, findAlarmUsers } from './index.ts';
import { purgeScans } from './purge-scans.ts';

let town: TestTown;
beforeAll(async () => {
  town = await startTestTown([customersSlice, agreementsSlice, session, records]);
});
afterAll(() => town?.stop());

const RIGHTS = ['app-user:view', 'app-user:edit', 'app-user:delete'] as const;
const { page, one, edit } = customers.endpoints;
const ANN = { name: 'Ann Berg', phone: '+47 400 00 001', email: 'ann@berg.example', language: 'nb-NO' };

async function openShop() {
  const shop = await town.openShop();
  const kiosk = await shop.tenant.storefront({ channel: 'kiosk', spotId: shop.spotId });
  const boss = await shop.tenant.staff([...RIGHTS, CONTACT_PERMISSION, 'order:view'], { steppedUp: true });
  const save = (customerId: string, facts: object, caller: Caller = shop.customer) =>
    town.server.call(storefront.save, { customerId, ...facts }, caller);
  const idOf = async (userId: string) => (await town.server.call(customerEndpoints.byUserId, { userId }, boss)).id;
  return { shop, kiosk, boss, save, idOf };
}

const order = (shop: TestShop, more: object, caller = shop.customer) =>
  town.server.call(
    storefrontEndpoints.createOrder,
    { spotId: shop.spotId, lines: [{ goodsId: shop.latteId, quantity: 1 }], ...more },
    { ...caller, headers: aKey() },
  );

test('a client says who its customer is; what it leaves out stays', async () => {
  const { save, boss, idOf } = await openShop();
  expect(await save('ann-1', { ...ANN, emailVerified: true })).toMatchObject({
    ...ANN,
    customerId: 'ann-1',
    consent: false,
  });
  expect(await save('ann-1', { consent: true })).toMatchObject({ ...ANN, emailVerified: true, consent: true });
  const row = await town.server.call(one, { id: await idOf('ann-1') }, boss);
  expect(row).toMatchObject({
    ...ANN,
    emailVerified: true,
    consentAt: expect.any(String),
    orderCount: 0,
    spentMinor: 0,
  });
  expect(await save('ann-1', { email: 'new@berg.example' })).toMatchObject({ emailVerified: false });
});

test('a mailbox that staff change is not verified any more, and a consent has its moment', async () => {
  const { save, boss, idOf } = await openShop();
  await save('ann-1', { ...ANN, emailVerified: true });
  const id = await idOf('ann-1');
  expect(await town.server.call(edit, { id, name: 'Ann B.' }, boss)).toMatchObject({ emailVerified: true });
  expect(await town.server.call(edit, { id, email: 'ann@other.example', consent: true }, boss)).toMatchObject({
    emailVerified: false,
    consentAt: expect.any(String),
  });
  expect(await town.server.call(edit, { id, consent: false }, boss)).toMatchObject({ consentAt: null });
  await expect(town.server.call(edit, { id, userId: 'x' } as never, boss)).rejects.toMatchObject({
    problem: 'request.malformed',
  });
});

test('a client sees its own customers alone, and malformed facts name their field', async () => {
  const { save, kiosk } = await openShop();
  await save('ann-1', ANN);
  await expect(town.server.call(storefront.read, { customerId: 'ann-1' }, kiosk)).rejects.toMatchObject({
    problem: 'customer.not-found',
  });
  const refused = await save('ann-1', { email: 'no mailbox' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ answer: { body: { faults: [{ path: 'email' }] } } });
});

test('without the right phones and mailboxes are masked, in lists, searches and files, and nobody finds them by guessing', async () => {
  const { shop, save, idOf } = await openShop();
  await save('ann-1', ANN);
  const clerk = await shop.tenant.staff(RIGHTS);
  const id = await idOf('ann-1');
  for (const row of [
    (await town.server.call(page, {}, clerk)).records[0],
    await town.server.call(one, { id }, clerk),
    (await town.server.call(customerEndpoints.search, { text: 'Berg' }, clerk))[0],
  ])
    expect(row).toMatchObject({ name: 'Ann Berg', phone: '+47••••••••001', email: 'a•••@berg.example' });
  expect(await town.server.call(customerEndpoints.search, { text: 'berg.example' }, clerk)).toEqual([]);
  expect((await town.server.call(page, { keyword: 'berg.example' }, clerk)).total).toBe(0);
  // what the form shows is no change
  await town.server.call(edit, { id, phone: '+47••••••••001', name: 'Ann' }, clerk);
  const boss = await shop.tenant.staff([...RIGHTS, CONTACT_PERMISSION]);
  expect(await town.server.call(one, { id }, boss)).toMatchObject({ name: 'Ann', phone: ANN.phone });
});

test('everything by which somebody can say who he is finds him', async () => {
  const { shop, save, boss } = await openShop();
  await save('ann-1', ANN);
  const { barcode } = await town.server.call(storefront.makeBarcode, { customerId: 'ann-1' }, shop.customer);
  const { orderNo } = await order(shop, { customerId: 'ann-1' });
  const found = async (text: string) =>
    (await town.server.call(customerEndpoints.search, { text }, boss)).map(
      ({ userId, foundBy }) => `${userId} ${foundBy}`,
    );
  expect(await found('ann ber')).toEqual(['ann-1 name']);
  expect(await found('ann-1')).toEqual(['ann-1 userId']);
  expect(await found('400 00 001')).toEqual(['ann-1 contact']);
  expect(await found('berg.example')).toEqual(['ann-1 contact']);
  expect(await found(barcode)).toEqual(['ann-1 barcode']);
  expect(await found(orderNo)).toEqual(['ann-1 orderNo']);
  expect(await found('%%')).toEqual([]);
  const blind = await shop.tenant.staff([...RIGHTS, CONTACT_PERMISSION, 'order:view'], { spotIds: [shop.otherSpotId] });
  expect(await town.server.call(customerEndpoints.search, { text: 'Berg' }, blind)).toEqual([]);
});

test('who sees a spot sees who only rents there: in the list, by himself and by the number of the rental', async () => {
  const { shop, save, boss, idOf } = await openShop();
  await save('ann-1', ANN);
  const id = await idOf('ann-1');
  const orderNo = `R${newId()}`;
  await town.server.services.database.write(shop.tenant.id, async (db) => {
    const { client_id } = await db
      .selectFrom('customer')
      .select('client_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const at = town.server.services.clock.now();
    await db
      .insertInto('rental_order')
      .values({
        ...{ id: newId(), order_no: orderNo, status: 1, step: 'out', plan: '{}', deposit_minor: 0, currency: 'NOK' },
        ...{ cabinet_id: newId(), cabinet_imei: 'C1', spot_id: shop.spotId, created_at: at, changed_at: at },
        ...{ client_key_id: client_id, customer_id: 'ann-1' },
      })
      .execute();
  });
  const rights = [...RIGHTS, 'rental:view'] as const;
  const here = await shop.tenant.staff([...rights], { spotIds: [shop.spotId] });
  const elsewhere = await shop.tenant.staff([...rights], { spotIds: [shop.otherSpotId] });
  const search = (text: string, caller: Caller) => town.server.call(customerEndpoints.search, { text }, caller);
  expect(await search(orderNo, here)).toMatchObject([{ id, foundBy: 'rentalNo', orderNo }]);
  expect(await town.server.call(page, {}, here)).toMatchObject({ total: 1, records: [{ id }] });
  expect(await town.server.call(one, { id }, here)).toMatchObject({ id });

  expect(await search(orderNo, elsewhere)).toEqual([]);
  expect(await search('Berg', elsewhere)).toEqual([]);
  expect(await town.server.call(page, {}, elsewhere)).toMatchObject({ total: 0 });
  await expect(town.server.call(one, { id }, elsewhere)).rejects.toMatchObject({ problem: 'customer.not-found' });
  expect(await town.server.call(page, {}, boss)).toMatchObject({ total: 1 });
});

test('a kiosk reads a card: the customer is recognised, and his order is his', async () => {
  const { shop, kiosk, save, boss, idOf } = await openShop();
  await save('ann-1', ANN);
  const { barcode } = await town.server.call(storefront.makeBarcode, { customerId: 'ann-1' }, shop.customer);
  expect(barcode).toMatch(/^\d{12}$/);
  const read = (code: string) =>
    town.server.call(storefront.scan, { kind: 'barcode', code, deviceImei: shop.robot.imei }, kiosk);
  expect(await read(barcode)).toEqual({ result: 'found', name: 'Ann Berg' });
  expect(await read('136000291459')).toEqual({ result: 'unknown', name: '' });
  const { orderNo } = await order(shop, { barcode }, kiosk);
  await expect(order(shop, { barcode: '136000291459' }, kiosk)).rejects.toMatchObject({
    problem: 'customer.unknown-barcode',
  });
  const id = await idOf('ann-1');
  expect(await town.server.call(one, { id }, boss)).toMatchObject({ orderCount: 1 });
  const log = (await town.server.call(scans.endpoints.page, {}, boss)).records;
  expect(log.map(({ result, customerId, code, orderNo: no }) => [result, customerId, code, no])).toEqual([
    ['unknown', null, '…1459', ''],
    ['found', id, barcode, orderNo],
  ]);
  const renewed = await town.server.call(customerEndpoints.addBarcode, { id }, boss);
  expect(renewed.barcode).not.toBe(barcode);
  expect(await read(barcode)).toMatchObject({ result: 'unknown' });
  await town.server.call(customers.endpoints.turn, { ids: [id], on: false }, boss);
  expect(await read(renewed.barcode)).toEqual({ result: 'off', name: '' });
});

test('who is switched off orders nothing more; who is switched on again does', async () => {
  const { shop, boss, save, idOf } = await openShop();
  await save('ann-1', ANN);
  const turn = async (on: boolean) =>
    town.server.call(customers.endpoints.turn, { ids: [await idOf('ann-1')], on }, boss);
  await turn(false);
  await expect(order(shop, { customerId: 'ann-1' })).rejects.toMatchObject({
    problem: 'customer.switched-off',
    answer: { body: { faults: [{ path: 'customerId' }] } },
  });
  await order(shop, { customerId: 'ben-2' });
  await turn(true);
  await order(shop, { customerId: 'ann-1' });
});

test('scans go after 90 days', async () => {
  const { shop, kiosk, boss } = await openShop();
  const read = () => town.server.call(storefront.scan, { kind: 'barcode', code: '136000291459' }, kiosk);
  await read();
  await shop.inside((tx) =>
    tx.db
      .updateTable('customer_scan')
      .set({ scanned_at: new Date('2020-01-01') })
      .execute(),
  );
  await read();
  await purgeScans.run(town.server.services, new Date());
  expect((await town.server.call(scans.endpoints.page, {}, boss)).total).toBe(1);
});

test('who is erased leaves a pseudonym: no trace of him, all orders and sums', async () => {
  const { shop, save, boss, idOf } = await openShop();
  await save('ann-berg-7', { ...ANN, email: 'old@berg.example' });
  await save('ann-berg-7', ANN);
  await town.server.call(storefront.makeBarcode, { customerId: 'ann-berg-7' }, shop.customer);
  const agreement = newId();
  await shop.inside((tx) =>
    tx.db
      .insertInto('agreement')
      .values({
        id: agreement,
        type: 'user',
        terms_version: '1',
        update_info: 'First',
        status: 1,
        published_at: tx.now(),
      })
      .execute(),
  );
  await town.server.call(
    agreementEndpoints.acceptAgreement,
    { id: agreement, customerId: 'ann-berg-7' },
    shop.customer,
  );
  const { orderNo } = await order(shop, { customerId: 'ann-berg-7' });
  await shop.pay(orderNo);
  const id = await idOf('ann-berg-7');
  await town.server.call(edit, { id, remark: 'Ann likes it hot' }, boss);
  const before = await town.server.call(one, { id }, boss);
  expect(before.spentMinor).toBeGreaterThan(0);

  const fileId = newId();
  const key = fileKey({ tenantId: shop.tenant.id, purpose: 'export', id: fileId, extension: 'csv' });
  const { files } = town.server.services;
  await files.write(key, Readable.from([Buffer.from('ann-berg-7')]), { maxBytes: 100 });
  await shop.inside((tx) =>
    tx.db
      .insertInto('export_job')
      .values({
        ...{ id: newId(), kind: 'orders', requested_by: boss.userId, request: '{}', columns: [], format: 'csv' },
        ...{ language: 'en-US', digest: Buffer.from([0]), state: 'created', file_id: fileId, size_bytes: 10 },
        ...{ created_at: tx.now(), progress_at: tx.now(), finished_at: tx.now() },
      })
      .execute(),
  );
  const plain = await shop.tenant.staff(RIGHTS);
  await expect(town.server.call(customerEndpoints.erase, { id }, plain)).rejects.toMatchObject({
    problem: 'session.step-up-required',
  });
  await town.server.call(customerEndpoints.erase, { id }, boss);
  await until(async () => {
    await town.server.runDue();
    return (await town.server.call(one, { id }, boss)).phone === '';
  });
  const after = await town.server.call(one, { id }, boss);
  expect(after).toMatchObject({ phone: '', email: '', barcode: '', remark: '', consent: false, orderCount: 1 });
  expect(after.userId).toMatch(/^erased-[0-9a-f]{12}$/);
  expect(after.spentMinor).toBe(before.spentMinor);
  await until(async () => {
    await town.server.runDue();
    return (await files.read(key)) === undefined;
  });
  expect(
    await shop.inside((tx) => tx.db.selectFrom('export_job').select(['state', 'failure', 'file_id']).execute()),
  ).toEqual([{ state: 'failed', failure: 'withdrawn', file_id: null }]);
  const { rows } = await shop.inside((tx) =>
    sql<{ found: string }>`
      /* names no tenant */
      select 'order' as found from coffee_order r where r::text ~ 'ann-berg-7'
      union all select 'agreement' from agreement_acceptance r where r::text ~ 'ann-berg-7'
      union all select 'audit' from audit_row r where r::text ~* 'ann-berg-7|berg\\.example|400 00 001|likes it hot|Ann Berg'
      union all select 'customer' from customer r where r::text ~* 'ann-berg-7|berg\\.example|400 00 001|Ann Berg'
      union all select 'scan' from customer_scan r where r::text ~* 'ann-berg-7'`.execute(tx.db),
  );
  expect(rows).toEqual([]);
  expect((await town.server.call(storefrontEndpoints.order, { orderNo }, shop.customer)).money.paidMinor).toBe(
    before.spentMinor,
  );
  for (const refused of [
    () => town.server.call(customerEndpoints.erase, { id }, boss),
    () => town.server.call(edit, { id, name: 'Ann' }, boss),
    () => town.server.call(customerEndpoints.addBarcode, { id }, boss),
  ])
    await expect(refused()).rejects.toMatchObject({ problem: 'customer.erased' });
  // who comes again is somebody new
  await order(shop, { customerId: 'ann-berg-7' });
  expect(await idOf('ann-berg-7')).not.toBe(id);
});

test('people of other tenants erase, change and give barcodes to nobody here', async () => {
  const { save, idOf } = await openShop();
  await save('ann-1', ANN);
  const id = await idOf('ann-1');
  const elsewhere = await (await town.openShop()).tenant.staff(RIGHTS, { steppedUp: true });
  for (const refused of [
    () => town.server.call(edit, { id, name: 'x' }, elsewhere),
    () => town.server.call(customerEndpoints.erase, { id }, elsewhere),
    () => town.server.call(customerEndpoints.addBarcode, { id }, elsewhere),
  ])
    await expect(refused()).rejects.toMatchObject({ problem: expect.stringMatching(/not-found/) });
});

test('staff are told of alarms by the channels and of the spots that were chosen', async () => {
  const { shop } = await openShop();
  const boss = await shop.tenant.staff(['alarm:edit', 'user:contact']);
  const kari = await shop.tenant.staff(['order:view']);
  const here = await shop.tenant.staff(['order:view'], { spotIds: [shop.otherSpotId] });
  const save = (values: object, caller: Caller = boss) =>
    town.server.call(
      alarmUserEndpoints.save,
      { userIds: [kari.userId], bySms: true, byEmail: false, spotIds: [shop.spotId], ...values },
      caller,
    );
  const told = (spotId: string) =>
    shop.inside((tx) => findAlarmUsers(tx.db, tx.tenantId, [spotId])).then((found) => found.get(spotId) ?? []);
  await save({});
  await save({ userIds: [here.userId], spotIds: [], byEmail: true });
  expect((await told(shop.spotId)).map(({ userId }) => userId)).toEqual([kari.userId]);
  expect((await told(shop.otherSpotId)).map(({ userId }) => userId)).toEqual([here.userId]);
  const { records: rows, total } = await town.server.call(alarmUserEndpoints.list, { isTold: true }, boss);
  expect(total).toBe(2);
  expect(rows.find(({ userId }) => userId === kari.userId)).toMatchObject({
    bySms: true,
    byEmail: false,
    spotIds: [shop.spotId],
  });

  const stranger = await (await town.openShop()).tenant.staff(['order:view']);
  await expect(save({ userIds: [kari.userId, stranger.userId] })).rejects.toMatchObject({
    problem: 'customer.person-unknown',
  });
  await expect(save({ spotIds: [newId()] })).rejects.toMatchObject({ problem: 'customer.spot-unknown' });
  const local = await shop.tenant.staff(['alarm:edit'], { spotIds: [shop.otherSpotId] });
  for (const values of [{}, { spotIds: [] }, { spotIds: [shop.otherSpotId] }])
    await expect(save(values, local)).rejects.toMatchObject({ problem: 'customer.spot-unknown' });
  const seen = (await town.server.call(alarmUserEndpoints.list, { isTold: true }, local)).records;
  expect(seen.flatMap(({ spotIds }) => spotIds)).toEqual([]);
  await save({ bySms: false });
  expect(await told(shop.spotId)).toEqual([]);
});
