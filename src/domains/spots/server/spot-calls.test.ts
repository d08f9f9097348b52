import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids/server/new-id.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { spotEndpoints, spotOptionEndpoints } from '../contract/endpoints.ts';
import { type Spot, spots } from '../contract/spots.ts';
import { newSpot } from './test-spots.ts';

// The calls about spots beside those of every kind of record.
let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let spot: Spot;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await server.newTenant();
  staff = await tenant.staff();
  spot = await server.call(spots.endpoints.add, await newSpot({ server, staff }), staff);
});
afterAll(() => server?.stop());

const setAccess = ({ userId }: { readonly userId: string }, access: string) =>
  server.services.database.acrossTenants('another mode of a membership', async (db) => {
    await db.updateTable('membership').set({ spot_access: access }).where('user_id', '=', userId).execute();
    await rightsChanged(db, [userId]);
  });

test('a name is free until a spot has it, whatever its case, and stays free for that spot', async () => {
  const ask = (request: { name: string; id?: string }) => server.call(spotEndpoints.checkName, request, staff);
  expect(await ask({ name: 'Somewhere' })).toBe(true);
  expect(await ask({ name: 'HARBOUR' })).toBe(false);
  expect(await ask({ name: 'Harbour', id: spot.id })).toBe(true);
});

test('a spot out of a table waits suspended until it has both of its pictures', async () => {
  const bytes = Buffer.from('name,serviceTime,status\nQuay,07:00-22:00,in_business');
  const job = await server.call(spots.endpoints.importCheck, { file: { name: 'a.csv', bytes } }, staff);
  await server.call(importEndpoints.start, { id: job.id, mode: 'all' }, staff);
  await server.runDue();
  const { records } = await server.call(spots.endpoints.page, { name: 'Quay' }, staff);
  expect(records).toMatchObject([{ icon: '', companyLogo: '', status: 'suspended' }]);
  const id = records[0]?.id ?? '';
  const { icon, companyLogo } = spot;
  const edit = (more: object) => server.call(spots.endpoints.edit, { id, ...more }, staff);
  await expect(edit({ icon, status: 'in_business' })).rejects.toMatchObject({ problem: 'record.picture-needed' });
  expect(await edit({ icon, companyLogo, status: 'in_business' })).toMatchObject({ status: 'in_business' });
});

test('faults of extra amounts and opening times stand at their whole path', async () => {
  const row = { minMinor: 0, maxMinor: 10, addMinor: 1 };
  const answer = await server.send(
    'POST',
    '/sos-backend/servicespots/sosServiceSpotsInfo/edit_v2',
    {
      id: spot.id,
      extraAmounts: [row, { minMinor: 30, maxMinor: 20, addMinor: 1 }, { ...row, addMinor: null }],
      openingTimes: [{ days: [1], window: { from: '08:00', to: '24:30' } }],
    },
    staff,
  );
  expect(answer.status).toBe(400);
  const paths = answer.body.faults?.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'extraAmounts.1.maxMinor',
      'extraAmounts.2',
      'extraAmounts.2.addMinor',
      'openingTimes.0.window.to',
    ]),
  );
});

test('a splash page needs its picture', async () => {
  const wrong = server.call(spots.endpoints.edit, { id: spot.id, splashPageType: 2, splashImage: '' }, staff);
  await expect(wrong).rejects.toMatchObject({ problem: 'request.malformed' });
});

test('alarms: contacts, times and switches are read, saved and taken out, and told in the history of the spot', async () => {
  const { id } = spot;
  const before = await server.call(spotEndpoints.alarmInfo, { id }, staff);
  expect(before).toMatchObject({ name: 'Harbour', alarmHeartbeat: true, contacts: [{ name: 'Kari' }] });
  const contact = { name: 'Ola', phone: '', email: 'ola@example.com', bySms: false, byEmail: true };
  const saved = await server.call(
    spotEndpoints.saveAlarmInfo,
    { id, version: before.version, alarmHeartbeat: false, contacts: [...before.contacts, contact] },
    staff,
  );
  expect(saved).toMatchObject({ alarmHeartbeat: false, alarmMakeFailure: true });
  const late = server.call(spotEndpoints.saveAlarmInfo, { id, version: before.version, contacts: [] }, staff);
  await expect(late).rejects.toMatchObject({ problem: 'record.changed-meanwhile' });
  const left = await server.call(spotEndpoints.removeAlarmContact, { id, contactNo: 1 }, staff);
  expect(left.contacts).toEqual([contact]);
  const unknown = server.call(spotEndpoints.removeAlarmContact, { id, contactNo: 2 }, staff);
  await expect(unknown).rejects.toMatchObject({ problem: 'spot.contact-unknown' });
  const history = await server.call(spots.endpoints.history, { id }, staff);
  expect(history.records[0]?.changes.map(({ field }) => field)).toEqual(['contacts']);
  expect((await server.call(spotEndpoints.alarms, { id }, staff)).total).toBe(0);
  const nobody = server.call(spotEndpoints.alarms, { id: newId() }, staff);
  await expect(nobody).rejects.toMatchObject({ problem: 'spot.not-found' });
});

test('spots to choose from are found below each base of robots, and only those that the caller sees', async () => {
  const clerk = await tenant.staff(['spot:view'], { spotIds: [] });
  for (const endpoint of spotOptionEndpoints) {
    expect(await server.call(endpoint, { keyword: 'harb' }, staff)).toEqual([
      { id: spot.id, name: 'Harbour', address: 'Quay 1, Oslo' },
    ]);
    expect(await server.call(endpoint, { keyword: '海' }, staff)).toHaveLength(1);
    expect(await server.call(endpoint, {}, clerk)).toEqual([]);
  }
});

test('only who sees all spots without exception adds one', async () => {
  const given = { ...(await newSpot({ server, staff })), name: 'Another' };
  for (const access of ['selected', 'all_but_add']) {
    const person = await tenant.staff(['spot:view', 'spot:add']);
    await setAccess(person, access);
    await expect(server.call(spots.endpoints.add, given, person)).rejects.toMatchObject({
      problem: 'request.forbidden',
    });
    const seen = await server.call(spots.endpoints.page, {}, person);
    expect(seen.total > 0, access).toBe(access === 'all_but_add');
  }
});
