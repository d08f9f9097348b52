import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { files } from '#platform/files/server/index.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { later } from '#platform/testing/later.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { session } from '#system/session/server/index.ts';
import { tenantEndpoints } from '../contract/endpoints.ts';
import { beginZones } from './begin-zones.ts';
import { tenants } from './index.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer({ slices: [session, files, tenants], planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant({ timeZone: 'UTC' });
  staff = await tenant.staff(['tenant-settings:edit']);
});
afterAll(() => server.stop());

const NEEDED = { timeZone: 'UTC', timeFormat: 'yyyy-MM-dd HH:mm:ss' } as const;
type Form = Parameters<typeof server.call<typeof tenantEndpoints.edit>>[1];
const edit = (more: Partial<Form> = {}, caller = staff) =>
  server.call(tenantEndpoints.edit, { ...NEEDED, ...more }, caller);
const info = () => server.call(tenantEndpoints.info, {}, staff);
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  return error instanceof Refused ? [error.problem, error.answer.body.faults?.map(({ path }) => path)] : error;
};
const givePassword = (caller: Caller) =>
  server.services.database.identity((db) =>
    db
      .updateTable('staff_session')
      .set({ stepped_up_at: server.services.clock.now() })
      .where('token_digest', '=', sha256(caller.token!))
      .execute(),
  );
const audits = () =>
  server.services.database.read(tenant.id, (db) =>
    db.selectFrom('audit_row').select(['action', 'before', 'after']).orderBy('id').execute(),
  );

test('every setting that is given is kept and answered, the others stay', async () => {
  await givePassword(staff);
  const given = {
    currency: 'JPY',
    currencyFormat: 'code',
    taxRounding: 'order',
    depositMinor: 3_000,
    pickupWindowMinutes: 20,
    autoRefundOnFailure: false,
    undeliveredRule: 'ask',
    undeliveredAfterMinutes: 15,
    refundStepUpMinor: 5_000,
    sessionIdleHours: 12,
    orderReminderDistance: 250,
    lendFromPercent: 40,
    fridgeLimitCelsius: 6,
    quietHours: { from: '22:00', to: '08:00' },
    pushNeedsSecond: true,
    customerServiceEmail: 'help@fjord.example',
    maintenanceEmail: 'repair@fjord.example',
    rewardConfig: {
      frequency: 'daily',
      executionTime: '08:00:00',
      couponCount: 2,
      includeShared: false,
      emailSuffixes: 'fjord.example',
    },
  } as const;
  const saved = await edit(given);
  expect(saved).toMatchObject({ ...given, version: 2, isSet: true });
  expect(await edit({ taxRounding: 'line' })).toMatchObject({ ...given, taxRounding: 'line', version: 3 });
  const rows = await audits();
  expect(rows.at(-1)).toMatchObject({
    action: 'tenant-settings:edit',
    before: { taxRounding: 'order' },
    after: { taxRounding: 'line' },
  });
  expect(Object.keys(rows.at(-1)!.after as object)).toEqual(['taxRounding']);
});

test('points and the stamp card are answered as texts, as the specification reads them', async () => {
  const saved = await edit({
    userPointConfig: { switch_type: 2, unit_value: 1_000, point_value: 2 },
    accumulationPointLimit: { enable: true, limit: 10, url: 'https://fjord.example/card', couponInfoId: '' },
  });
  expect(JSON.parse(saved.userPointConfig!)).toEqual({ switch_type: 2, unit_value: 1_000, point_value: 2 });
  expect(JSON.parse(saved.accumulationPointLimit)).toMatchObject({ enable: true, limit: 10 });
});

test.each([
  [{ timeZone: 'Mars/Base' }, 'timeZone'],
  [{ accumulationPointLimit: { enable: true, limit: 0 } }, 'accumulationPointLimit.limit'],
  [{ lendFromPercent: 10 }, 'lendFromPercent'],
  [{ depositMinor: -1 }, 'depositMinor'],
  [{ sessionIdleHours: 169 }, 'sessionIdleHours'],
  [{ customerServiceEmail: 'nobody' }, 'customerServiceEmail'],
  [{ quietHours: { from: '25:00', to: '08:00' } }, 'quietHours.from'],
] as [Partial<Form>, string][])('%j is refused by its field', async (more, path) => {
  expect(await refusal(edit(more))).toEqual(['request.malformed', [path]]);
});

test('time zone and time format are needed (domain 5)', async () => {
  const answer = await server.send('POST', '/sos-backend/tenantinfo/api/edit_v2', { currency: 'EUR' }, staff);
  expect(answer.body.faults?.map(({ path }) => path)).toEqual(['timeZone', 'timeFormat']);
});

test('a first zone counts at once; a later one from the next midnight, once, and can be taken back before', async () => {
  expect(await edit({ timeZone: 'Europe/Oslo' })).toMatchObject({ timeZone: 'Europe/Oslo', nextTimeZone: null });
  const chosen = await edit({ timeZone: 'Asia/Tokyo' });
  expect(chosen).toMatchObject({ timeZone: 'Europe/Oslo', nextTimeZone: 'Asia/Tokyo' });
  const at = new Date(chosen.nextTimeZoneAt!);
  expect(at.getTime()).toBeGreaterThan(server.services.clock.now().getTime());
  expect(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', timeStyle: 'medium' }).format(at)).toBe(
    '00:00:00',
  );
  await beginZones.run(server.services, new Date());
  expect((await info()).timeZone).toBe('Europe/Oslo');
  // the zone that holds is chosen again: nothing waits any more
  expect(await edit({ timeZone: 'Europe/Oslo' })).toMatchObject({ timeZone: 'Europe/Oslo', nextTimeZone: null });
});

test('at midnight the chosen zone holds, in the name of the system', async () => {
  await edit({ timeZone: 'Europe/Oslo' });
  await edit({ timeZone: 'Asia/Tokyo' });
  await later(server, 86_400, () => beginZones.run(server.services, new Date()));
  expect(await info()).toMatchObject({ timeZone: 'Asia/Tokyo', nextTimeZone: null, nextTimeZoneAt: null });
  expect((await audits()).at(-1)).toMatchObject({ after: { timeZone: 'Asia/Tokyo' } });
});

test('a save that began from an older version shows what is stored now', async () => {
  await edit({ version: 1, depositMinor: 100 });
  const error = (await edit({ version: 1, depositMinor: 200 }).catch((thrown) => thrown)) as Refused;
  expect(error.problem).toBe('tenant.changed-meanwhile');
  expect(error.answer.body.conflict).toMatchObject({ current: { depositMinor: 100, version: 2 } });
  expect((await info()).depositMinor).toBe(100);
});

test('the limit of refunds is changed only by who gave the password a moment ago', async () => {
  expect(await refusal(edit({ refundStepUpMinor: 1 }))).toEqual(['session.step-up-required', undefined]);
  expect((await info()).version).toBe(1);
  expect(await edit({ refundStepUpMinor: null })).toMatchObject({ refundStepUpMinor: null });
  await givePassword(staff);
  expect(await edit({ refundStepUpMinor: 1 })).toMatchObject({ refundStepUpMinor: 1 });
});

test('the settings of another tenant are out of reach, and nobody changes them without the permission', async () => {
  const other = await server.newTenant();
  expect(await refusal(edit({ tenant_id: other.id }))).toEqual(['tenant.not-found', undefined]);
  expect(await refusal(edit({}, await tenant.staff(['tenant-settings:view'])))).toEqual([
    'request.forbidden',
    undefined,
  ]);
});

test('settings are added where there are none, and only there (settled 37)', async () => {
  const add = () => server.call(tenantEndpoints.add, { ...NEEDED, currency: 'OMR' }, staff);
  expect(await add()).toMatchObject({ currency: 'OMR', isSet: true });
  expect(await refusal(add())).toEqual(['tenant.has-settings', undefined]);
});

test('clients get the slides of today with what they open; a picture of another tenant or kind is refused', async () => {
  const image = await samplePicture({ server, staff }, 'carousel');
  const slide = { image, jumpType: 1, target: 'help', from: null, to: null } as const;
  await edit({ carousel: [slide, { ...slide, to: '2020-01-01' }, { ...slide, from: '2199-01-01' }] });
  const shop = await tenant.storefront({});
  const seen = await server.call(tenantEndpoints.ownTenant, {}, shop);
  expect(seen.carousel).toEqual([{ image, jumpType: 1, target: 'help', sort: 1 }]);
  const other = await server.newTenant();
  const stranger = await other.staff(['tenant-settings:edit']);
  expect(await refusal(edit({ carousel: [slide] }, stranger))).toEqual(['file.not-found', ['carousel.0.image']]);
  const logo = await samplePicture({ server, staff }, 'logo');
  expect(await refusal(edit({ carousel: [slide, { ...slide, image: logo }] }))).toEqual([
    'file.wrong-kind',
    ['carousel.1.image'],
  ]);
});

test('time zones are listed with their difference from Greenwich', async () => {
  const zones = await server.call(tenantEndpoints.timeZones, {}, staff);
  expect(zones[0]).toEqual({ id: 'UTC', offset: '+00:00' });
  expect(zones).toContainEqual({ id: 'Asia/Shanghai', offset: '+08:00' });
});
