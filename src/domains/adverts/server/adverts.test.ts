import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileEndpoints } from '#platform/files/contract/endpoints.ts';
import { testFilm } from '#platform/files/rules/test-video.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { samplePicture } from '#platform/records/server/test-picture.ts';
import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import {
  type Caller,
  Refused,
  startTestServer,
  type TestServer,
  type TestTenant,
} from '#platform/testing/test-server.ts';
import { clips } from '../contract/clips.ts';
import { advertEndpoints } from '../contract/endpoints.ts';

behavesAsRecords(
  clips,
  async (place) => ({ name: 'Spring', file: await samplePicture(place, 'advert'), durationSeconds: 8 }),
  { other: { durationSeconds: 12 } },
);

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ planDue: async () => 0 });
});
beforeEach(async () => {
  tenant = await server.newTenant();
  staff = await tenant.staff();
});
afterAll(() => server?.stop());

const later = (hours: number): string =>
  new Date(server.services.clock.now().getTime() + hours * 3_600_000).toISOString();
const faultsOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw new Error(`nothing was refused: ${String(error)}`);
  return [error.problem, error.answer.body.faults?.map(({ path }) => path)];
};
async function uploadFilm(seconds = 9): Promise<string> {
  const bytes = testFilm({ seconds, width: 1_920, height: 1_080 });
  const { path } = await server.call(fileEndpoints.upload, { biz: 'advert', file: { name: 'a.mp4', bytes } }, staff);
  return path;
}
async function aClip(more: Record<string, unknown> = {}) {
  count += 1;
  const given = { name: `Clip ${count}`, file: await uploadFilm(), ...more };
  return server.call(clips.endpoints.add, given as never, staff);
}
async function aSpot(name = 'Harbour'): Promise<string> {
  const id = newId();
  await server.services.database.write(tenant.id, (db) => db.insertInto('spot').values({ id, name }).execute());
  return id;
}
async function aCabinet(spotId: string | null = null): Promise<{ id: string; imei: string }> {
  count += 1;
  const cabinet = { id: newId(), imei: `86000000000${1_000 + count}` };
  await server.services.database.write(tenant.id, (db) =>
    db
      .insertInto('cabinet')
      .values({ ...cabinet, name: `Cabinet ${count}`, capacity: 8, spot_id: spotId, created_by: 'Test' })
      .execute(),
  );
  return cabinet;
}
const set = (request: object, caller = staff) => server.call(advertEndpoints.set, request as never, caller);
const shown = async (filter: object = {}, caller = staff) =>
  (await server.call(advertEndpoints.relationship, filter as never, caller)).records;

test('a film says itself what it is and how long it lasts', async () => {
  const clip = await aClip({ durationSeconds: 30 });
  expect(clip).toMatchObject({ fileType: 'video', display: 'horizontal', durationSeconds: 9, places: 0 });
  const file = await samplePicture({ server, staff }, 'advert');
  expect(
    await faultsOf(server.call(clips.endpoints.edit, { id: clip.id, file, durationSeconds: null }, staff)),
  ).toEqual(['ad.duration-needed', ['durationSeconds']]);
  const picture = await server.call(clips.endpoints.edit, { id: clip.id, file }, staff);
  expect(picture).toMatchObject({ fileType: 'image', display: 'vertical', durationSeconds: 9 });
});

test('only files of adverts are taken', async () => {
  const other = await samplePicture({ server, staff }, 'menu');
  for (const file of [other, '1/advert/none.mp4', 'x'])
    expect(await faultsOf(aClip({ file, durationSeconds: 5 }))).toEqual(['ad.file-not-found', ['file']]);
});

test('what is set replaces what was shown, or comes after it', async () => {
  const [one, two] = [await aClip(), await aClip()];
  const [cabinet, spotId] = [await aCabinet(), await aSpot()];
  expect(await set({ cabinetIds: [cabinet.id], spotIds: spotId, clipIds: [two.id, one.id] })).toEqual({
    places: 2,
    showings: 4,
  });
  expect((await shown({ cabinetId: cabinet.id })).map(({ clipId, state }) => [clipId, state])).toEqual([
    [two.id, 'now'],
    [one.id, 'now'],
  ]);
  await set({ cabinetIds: [cabinet.id], clipIds: [one.id], mode: 'add', startsAt: later(1), endsAt: later(2) });
  expect((await shown({ cabinetId: cabinet.id, state: 'coming' })).length).toBe(1);
  expect(await server.call(clips.endpoints.one, { id: one.id }, staff)).toMatchObject({ places: 2 });
  await set({ cabinetIds: [cabinet.id], clipIds: [] });
  expect(await shown({ cabinetId: cabinet.id })).toEqual([]);
  expect((await shown({ spotId })).length).toBe(2);
});

test('order and period of one place are changed and ended by themselves', async () => {
  const clip = await aClip();
  const spotId = await aSpot();
  await set({ spotIds: [spotId], clipIds: [clip.id] });
  const id = (await shown())[0]!.id;
  const edit = (more: object) => server.call(advertEndpoints.editRelationship, { id, ...more } as never, staff);
  const endsAt = later(3);
  expect(await edit({ sort: 4, endsAt })).toMatchObject({ sort: 4, endsAt, startsAt: null });
  expect(await faultsOf(edit({ startsAt: later(5) }))).toEqual(['ad.period', ['endsAt']]);
  expect(await faultsOf(edit({ endsAt: later(-1) }))).toEqual(['ad.period-over', ['endsAt']]);
  await server.call(advertEndpoints.deleteRelationship, { id }, staff);
  expect(await faultsOf(edit({ sort: 1 }))).toEqual(['ad.showing-not-found', undefined]);
});

test('what cannot be set says why', async () => {
  const clip = await aClip();
  const off = await aClip({ status: 0 });
  const spotId = await aSpot();
  const cases: [object, unknown][] = [
    [{ clipIds: [clip.id] }, ['ad.place-needed', ['cabinetIds']]],
    [{ spotIds: [newId()], clipIds: [clip.id] }, ['ad.place-not-found', ['spotIds']]],
    [{ cabinetIds: ['nonsense'], clipIds: [clip.id] }, ['ad.place-not-found', ['cabinetIds']]],
    [{ spotIds: [spotId], clipIds: [clip.id, newId()] }, ['ad.clip-not-found', ['clipIds.1']]],
    [{ spotIds: [spotId], clipIds: [off.id] }, ['ad.clip-off', ['clipIds.0']]],
    [{ spotIds: [spotId], clipIds: [clip.id], startsAt: later(2), endsAt: later(1) }, ['ad.period', ['endsAt']]],
    [{ spotIds: [spotId], clipIds: [clip.id], endsAt: later(-1) }, ['ad.period-over', ['endsAt']]],
  ];
  for (const [request, expected] of cases) expect(await faultsOf(set(request))).toEqual(expected);
  expect(await shown()).toEqual([]);
});

test('a clip that is shown stays until that has ended', async () => {
  const clip = await aClip();
  const spotId = await aSpot();
  await set({ spotIds: [spotId], clipIds: [clip.id] });
  expect(await faultsOf(server.call(clips.endpoints.remove, { id: clip.id }, staff))).toEqual(['ad.shown', undefined]);
  await set({ spotIds: [spotId] });
  await server.call(clips.endpoints.remove, { id: clip.id }, staff);
});

test('who sees one spot sees and sets what is shown there, and nothing else', async () => {
  const [here, there] = [await aSpot('Here'), await aSpot('There')];
  const [near, far] = [await aCabinet(here), await aCabinet(there)];
  const clip = await aClip();
  await set({ cabinetIds: [near.id, far.id], spotIds: [here, there], clipIds: [clip.id] });
  const clerk = await tenant.staff(['ad:view', 'ad:edit'], { spotIds: [here] });
  expect(new Set((await shown({}, clerk)).map(({ cabinetId, spotId }) => cabinetId ?? spotId))).toEqual(
    new Set([near.id, here]),
  );
  expect(await faultsOf(set({ cabinetIds: [far.id], clipIds: [] }, clerk))).toEqual([
    'ad.place-not-found',
    ['cabinetIds'],
  ]);
  expect(await faultsOf(set({ spotIds: [there], clipIds: [] }, clerk))).toEqual(['ad.place-not-found', ['spotIds']]);
  const [showing] = await shown({ cabinetId: far.id });
  expect(await faultsOf(server.call(advertEndpoints.deleteRelationship, { id: showing!.id }, clerk))).toEqual([
    'ad.showing-not-found',
    undefined,
  ]);
  const pushed = await server.call(advertEndpoints.push, { clipId: clip.id }, clerk);
  expect(pushed.results.map(({ imei }) => imei)).toEqual([near.imei]);
  const other = await (await server.newTenant()).staff();
  expect(await shown({}, other)).toEqual([]);
});

test('each cabinet gets its own list, and says what became of it', async () => {
  const [one, two] = [await aCabinet(), await aCabinet()];
  const [clip, coming] = [await aClip(), await aClip()];
  await set({ cabinetIds: [one.id, two.id], clipIds: [clip.id] });
  const startsAt = later(4);
  await set({ cabinetIds: [two.id], clipIds: [coming.id], mode: 'add', startsAt });
  const { sent, refused, results } = await server.call(advertEndpoints.push, { cabinetIds: [one.id, two.id] }, staff);
  expect([sent, refused]).toEqual([2, 0]);
  const commandIds = results.map(({ commandId }) => commandId!);
  const states = await server.call(advertEndpoints.pushResults, { commandIds }, staff);
  expect(states.map(({ state }) => state)).toEqual(['queued', 'queued']);
  const rows = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('device_command').select(['imei', 'args']).where('cmd', '=', 'loadAds').execute(),
  );
  const args = (imei: string) => rows.find((row) => row.imei === imei)?.args as { clips: unknown[] };
  expect(args(one.imei).clips).toEqual([
    {
      ...{ id: clip.id, fileType: 'video', durationSeconds: 9, display: 'horizontal', sort: 0 },
      url: expect.stringMatching(/^http.*\/api\/sys\/common\/static\/.*\.mp4$/),
    },
  ]);
  expect(args(two.imei).clips).toMatchObject([{ id: clip.id }, { id: coming.id, from: startsAt }]);
  expect(await faultsOf(server.call(advertEndpoints.push, { cabinetIds: [] }, staff))).toEqual([
    'ad.place-needed',
    ['cabinetIds'],
  ]);
});

test('players get what is on, with another version when something changes', async () => {
  const spotId = await aSpot();
  const cabinet = await aCabinet(spotId);
  const [clip, off] = [await aClip(), await aClip()];
  await set({ cabinetIds: [cabinet.id], spotIds: [spotId], clipIds: [clip.id, off.id] });
  await server.call(clips.endpoints.turn, { ids: [off.id], on: false }, staff);
  const key = await tenant.storefront({ spotId });
  const first = await server.call(advertEndpoints.spotPlaylist, { spotId }, key);
  expect(first.clips).toMatchObject([{ id: clip.id, name: clip.name, from: null, to: null }]);
  const ofCabinet = await server.call(advertEndpoints.cabinetPlaylist, { imei: cabinet.imei }, key);
  expect(ofCabinet.clips.map(({ id }) => id)).toEqual([clip.id]);
  await set({ spotIds: [spotId], clipIds: [] });
  const second = await server.call(advertEndpoints.spotPlaylist, { spotId }, key);
  expect(second).toMatchObject({ clips: [] });
  expect(second.version).not.toBe(first.version);
  const elsewhere = await tenant.storefront({ spotId: await aSpot('Elsewhere') });
  expect(await faultsOf(server.call(advertEndpoints.spotPlaylist, { spotId }, elsewhere))).toEqual([
    'spot.not-found',
    undefined,
  ]);
  expect(await faultsOf(server.call(advertEndpoints.cabinetPlaylist, { imei: cabinet.imei }, elsewhere))).toEqual([
    'cabinet.not-found',
    undefined,
  ]);
});
