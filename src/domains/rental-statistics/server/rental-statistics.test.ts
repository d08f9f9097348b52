import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { powerBanks } from '#domains/cabinets/contract/power-bank.ts';
import { cabinetDriver, cabinetsSlice } from '#domains/cabinets/server/index.ts';
import { devicesSlice } from '#domains/devices/server/index.ts';
import { rentals as rentalList } from '#domains/rentals/contract/rental-list.ts';
import { rentalBook, rentals } from '#domains/rentals/server/index.ts';
import { spots } from '#domains/spots/server/index.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { rentalStatisticsEndpoints } from '../contract/endpoints.ts';
import { missingUnits, RENTAL_FIGURES, type RentalFigureName, rentalFilter } from '../contract/figures.ts';
import { rentalPoints } from '../web/rental-points.ts';
import { addUpRentalQuarters } from './add-up.ts';
import { rentalStatistics } from './index.ts';
import { rentalStatisticsExport } from './rental-export.ts';
import { hoursOfUse, type RentalRange, sumRentals } from './rental-sums.ts';

let server: TestServer;
let tenant: TestTenant;
let staff: Caller;
const [here, there] = [newId(), newId()];
let cabinets: { id: string; imei: string; spotId: string }[];

beforeAll(async () => {
  const slices = [spots, devicesSlice([cabinetDriver]), cabinetsSlice([rentalBook]), rentals, rentalStatistics];
  server = await startTestServer({ slices, planDue: async () => 0 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  tenant = await server.newTenant({ currency: 'NOK', timeZone: 'Europe/Oslo' });
  staff = await tenant.staff(['rental:view', 'rental:export', 'cabinet:view']);
  cabinets = ['A', 'B'].map((name) => ({
    ...{ id: newId(), imei: `87-${name}-${newId().slice(-8)}`, spotId: name === 'A' ? here : there },
  }));
  await server.services.database.write(tenant.id, async (db) => {
    await db.deleteFrom('spot').execute();
    for (const id of [here, there])
      await db.insertInto('spot').values({ id, name: id, tax_mode: 'inclusive', tax_rate: 0 }).execute();
    for (const { id, imei, spotId } of cabinets)
      await db.insertInto('cabinet').values({ id, imei, name: imei, spot_id: spotId, capacity: 4 }).execute();
  });
});

interface Rental {
  readonly created: Date;
  readonly started?: Date | null;
  readonly returned?: Date | null;
  readonly ended?: Date | null;
  readonly paid?: number;
  readonly refunded?: number;
  readonly currency?: string;
  readonly notLent?: string | null;
  readonly from?: number;
  readonly to?: number;
}

let number = 0;
const add = (one: Rental) =>
  server.services.database.write(tenant.id, async (db) => {
    number += 1;
    const [from, to] = [cabinets[one.from ?? 0]!, cabinets[one.to ?? 1]!];
    const isOver = Boolean(one.ended ?? one.returned);
    await db
      .insertInto('rental_order')
      .values({
        ...{ id: newId(), order_no: `R${String(number).padStart(6, '0')}`, plan: '{}', deposit_minor: 0 },
        ...{ status: one.started ? (isOver ? 4 : 1) : 0, step: one.started ? (isOver ? 'over' : 'out') : 'cancelled' },
        ...{ cabinet_id: from.id, cabinet_imei: from.imei, spot_id: from.spotId, currency: one.currency ?? 'NOK' },
        ...{ created_at: one.created, changed_at: one.created, started_at: one.started ?? null },
        ...{ returned_at: one.returned ?? null, ended_at: one.ended ?? null, not_lent: one.notLent ?? null },
        ...(one.returned ? { return_cabinet_id: to.id, return_cabinet_imei: to.imei, return_spot_id: to.spotId } : {}),
        ...{ paid_minor: one.paid ?? 0, fee_minor: one.paid ?? null, refunded_minor: one.refunded ?? 0 },
      })
      .execute();
  });

const ask = (request: object, caller = staff) => server.call(rentalStatisticsEndpoints.figures, request, caller);
const listed = async (name: RentalFigureName, counted: Parameters<typeof rentalFilter>[1], caller = staff) => {
  const { choices, conditions } = rentalFilter(name, counted);
  const page = await server.call(
    rentalList.endpoints.page,
    {
      ...choices,
      pageSize: 200,
      superQueryParams: encodeURIComponent(JSON.stringify(conditions)),
      superQueryMatchType: 'and',
    },
    caller,
  );
  return page as unknown as { total: number; records: Record<string, string | number | null>[] };
};

test('every figure is that of the list which it opens, on the day that has 25 hours, in two currencies, with money that went back', async () => {
  const day = '2026-10-25';
  const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 9, 24, 22 + hour, minute));
  // both ends of the day, and both times that it is half past two
  for (const [from, hour] of [0, 2.5, 3.5, 12, 24.9].entries())
    await add({
      ...{ created: at(0, hour * 60 - 1), started: at(0, hour * 60), returned: at(0, hour * 60 + 90), from: from % 2 },
      ...{
        ended: at(0, hour * 60 + 90),
        paid: 1_500,
        refunded: from === 1 ? 500 : 0,
        currency: from === 3 ? 'EUR' : 'NOK',
      },
    });
  await add({ created: at(-1), started: at(-1), returned: at(1), ended: at(1), paid: 900 });
  await add({ created: at(-2), started: at(-2), ended: at(5), paid: 6_000 });
  await add({ created: at(4), notLent: 'no-unit' });
  await add({ created: at(6), started: at(6) });
  const counted = { fromDay: day, toDay: day };
  const answer = await ask(counted);
  expect(answer.series).toHaveLength(25);
  expect(answer.figures).toMatchObject({ lent: 6, returned: 5, ended: 6, notLent: 1 });
  for (const caller of [staff, await tenant.staff(['rental:view'], { spotIds: [here] })])
    for (const spotId of [undefined, here])
      for (const name of ['lent', 'returned', 'ended', 'notLent', 'outNow'] as const) {
        const figures = await ask({ ...counted, spotId }, caller);
        const { total, records } = await listed(name, { ...counted, spotId }, caller);
        expect([name, name === 'outNow' ? figures.outNow : figures.figures[name]]).toEqual([name, total]);
        if (name === 'ended')
          for (const { currency, paidMinor, refundedMinor } of figures.figures.revenue) {
            const of = records.filter((row) => row['currency'] === currency);
            expect(of.reduce((sum, row) => sum + Number(row['paidMinor']), 0)).toBe(paidMinor);
            expect(of.reduce((sum, row) => sum + Number(row['refundedMinor']), 0)).toBe(refundedMinor);
          }
        if (name === 'lent') {
          expect(figures.series.reduce((sum, point) => sum + point.lent, 0)).toBe(total);
          expect(figures.hours.reduce((sum, hour) => sum + hour.lent, 0)).toBe(total);
          expect(figures.cabinets.reduce((sum, cabinet) => sum + cabinet.lent, 0)).toBe(total);
        }
      }
  for (const cabinet of answer.cabinets)
    for (const name of Object.keys(RENTAL_FIGURES) as RentalFigureName[])
      if (name !== 'outNow' && name !== 'inUse')
        expect([name, cabinet[name]]).toEqual([
          name,
          (await listed(name, { ...counted, cabinet: cabinet.imei })).total,
        ]);
  expect(answer.outNow).toBe(1);
});

/** What the list is asked for an address. */
async function listedAt(address: string, kind: typeof rentalList | typeof powerBanks, caller = staff) {
  const { view: _, where = '', ...choices } = Object.fromEntries(new URL(address, 'http://x').searchParams);
  const conditions = where.split(';').map((part) => {
    const [field, rule, val = ''] = part.split('.');
    return { field, rule, val: decodeURIComponent(val) };
  });
  const superQueryParams = where === '' ? {} : { superQueryParams: encodeURIComponent(JSON.stringify(conditions)) };
  const page = await server.call(kind.endpoints.page, { ...choices, ...superQueryParams, pageSize: 200 }, caller);
  return page as unknown as { total: number; records: Record<string, string | number | null>[] };
}

test('each point of the charts is that of the list that it opens; the hour that comes twice opens nothing', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 9, 24, 22) + hour * 3_600_000);
  for (const hour of [0, 2.5, 3.5, 12, 12.2, 24.9])
    await add({ created: at(hour), started: at(hour), returned: at(hour + 1.2), ended: at(hour + 1.2), paid: 100 });
  for (const [fromDay, toDay, bucket] of [
    ['2026-10-25', '2026-10-25', 'hour'],
    ['2026-10-24', '2026-10-26', 'day'],
  ] as const)
    for (const spotId of [undefined, here]) {
      const counted = { fromDay, toDay, spotId };
      const statistics = await ask(counted);
      expect(statistics.bucket).toBe(bucket);
      for (const name of ['lent', 'returned'] as const) {
        const points = rentalPoints(statistics, name, counted);
        expect(points.filter((address) => address === undefined)).toHaveLength(bucket === 'hour' ? 2 : 0);
        for (const [index, address] of points.entries())
          if (address !== undefined)
            expect([index, statistics.series[index]![name]]).toEqual([
              index,
              (await listedAt(address, rentalList)).total,
            ]);
        for (const { hour, ...sums } of statistics.hours)
          expect([hour, sums[name]]).toEqual([hour, (await listed(name, { ...counted, hour })).total]);
      }
    }
});

test('use is the time of the rentals that its list has, over the time of the slots', async () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 8, 30, 22) + hours * 3_600_000);
  // before, into, within, over the whole, out of, after; one is out still, and one got nothing
  for (const [begin, end] of [
    [-5, -1],
    [-3, 2],
    [4, 5.5],
    [-9, 60],
    [23, 26],
    [30, 31],
  ] as const)
    await add({ created: at(begin), started: at(begin), returned: at(end), ended: at(end), from: begin % 2 ? 1 : 0 });
  await add({ created: at(6), started: at(6) });
  await add({ created: at(7), notLent: 'no-unit' });
  const day = { fromDay: '2026-10-01', toDay: '2026-10-01' };
  const timeOf = (records: readonly Record<string, string | number | null>[]): number =>
    records.reduce((sum, row) => {
      const end = Date.parse(String(row['returnedAt'] ?? row['endedAt'] ?? at(24).toISOString()));
      const begin = Date.parse(String(row['startedAt']));
      return sum + Math.min(end, at(24).getTime()) - Math.max(begin, at(0).getTime());
    }, 0);
  for (const spotId of [undefined, here]) {
    const { utilisation, cabinets: rows } = await ask({ ...day, spotId });
    const all = await listed('inUse', { ...day, spotId });
    if (spotId === undefined) expect(all.total).toBe(5);
    const slots = rows.reduce((sum, row) => sum + row.slots, 0);
    expect(utilisation).toBe(Math.round((timeOf(all.records) / (slots * 86_400_000)) * 1_000_000));
    for (const row of rows) {
      const own = await listed('inUse', { ...day, spotId, cabinet: row.imei });
      expect(row.utilisation).toBe(Math.round((timeOf(own.records) / (row.slots * 86_400_000)) * 1_000_000));
    }
  }
});

test('use is time with customers over time of slots, told for each hour', async () => {
  const start = Date.UTC(2026, 9, 1, 6);
  const at = (minutes: number) => new Date(start + minutes * 60_000);
  // out for an hour and a half from 8:20 local time
  await add({ created: at(20), started: at(20), returned: at(110), ended: at(110), paid: 100 });
  const { cabinets: rows, utilisation, hours, figures } = await ask({ fromDay: '2026-10-01', toDay: '2026-10-01' });
  expect(figures.averageSeconds).toBe(5_400);
  expect(utilisation).toBe(Math.round((5_400 / (8 * 86_400)) * 1_000_000));
  const used = rows.find(({ imei }) => imei === cabinets[0]!.imei)!;
  expect(used.utilisation).toBe(Math.round((5_400 / (4 * 86_400)) * 1_000_000));
  expect(used.hours!.map((share, hour) => [hour, share]).filter(([, share]) => share! > 0)).toEqual([
    [8, Math.round((40 / (4 * 60)) * 1_000_000)],
    [9, Math.round((50 / (4 * 60)) * 1_000_000)],
  ]);
  expect(hours[8]).toMatchObject({ lent: 1, returned: 0, utilisation: Math.round((40 / (8 * 60)) * 1_000_000) });
  expect((await ask({ fromDay: '2026-08-01', toDay: '2026-10-01' })).cabinets[0]!.hours).toBeNull();
});

test('the period before ends at the same time of day, also within a quarter of an hour', async () => {
  const { clock } = server.services;
  const now = clock.now();
  const yesterday = (ms: number) => new Date(now.getTime() - 86_400_000 + ms);
  await add({ created: yesterday(-1_000), started: yesterday(-1_000) });
  await add({ created: yesterday(60_000), started: yesterday(60_000) });
  const { previous, previousSeries } = await ask({});
  expect([previous.lent, previousSeries.reduce((sum, point) => sum + point.lent, 0)].map((count) => count > 0)).toEqual(
    [true, true],
  );
  expect(previous.lent).toBeLessThanOrEqual(1);
});

test('missing units and units out are those of now; another tenant sees nothing of it', async () => {
  await server.services.database.write(tenant.id, async (db) => {
    for (const [serial, cabinet] of [
      ['P1', cabinets[0]!.id],
      ['P2', null],
    ] as const)
      await db
        .insertInto('power_bank')
        .values({ id: newId(), serial, state: 'missing', cabinet_id: cabinet })
        .execute();
  });
  expect(await ask({})).toMatchObject({ missing: 2 });
  expect(await ask({ spotId: here })).toMatchObject({ missing: 1 });
  // one of a cabinet that is out of use, of which there are rentals, is missing once
  await add({ created: new Date(), started: new Date(), from: 1 });
  await server.services.database.write(tenant.id, async (db) => {
    const { id } = cabinets[1]!;
    await db.updateTable('cabinet').set({ retired_at: new Date(), spot_id: null }).where('id', '=', id).execute();
    await db.insertInto('power_bank').values({ id: newId(), serial: 'P3', state: 'missing', cabinet_id: id }).execute();
  });
  const clerk = await tenant.staff(['rental:view', 'cabinet:view'], { spotIds: [here] });
  for (const caller of [staff, clerk])
    for (const spotId of [undefined, here, there])
      expect((await ask({ spotId }, caller)).missing).toBe(
        (await listedAt(missingUnits(spotId), powerBanks, caller)).total,
      );
  expect(await ask({})).toMatchObject({ missing: 3 });
  const other = await server.newTenant({ currency: 'NOK', timeZone: 'Europe/Oslo' });
  expect(await ask({}, await other.staff(['rental:view']))).toMatchObject({ missing: 0, outNow: 0, cabinets: [] });
});

test('a reversed and a too long period are refused, and what is no spot has nothing', async () => {
  await expect(ask({ fromDay: '2026-10-02', toDay: '2026-10-01' })).rejects.toMatchObject({
    problem: 'rental-statistics.range-reversed',
  });
  await expect(ask({ fromDay: '2020-10-02', toDay: '2026-10-01' })).rejects.toMatchObject({
    problem: 'rental-statistics.range-too-long',
    answer: { body: { faults: [{ path: 'fromDay' }] } },
  });
  expect((await ask({ spotId: 'nowhere', cabinetId: 'none' })).figures.lent).toBe(0);
});

test('the file has a row for each cabinet and the sums of the page', async () => {
  await add({ created: new Date(Date.UTC(2026, 9, 1, 6)), started: new Date(Date.UTC(2026, 9, 1, 6)) });
  const { batches, total } = await server.services.database.read(tenant.id, (db) =>
    rentalStatisticsExport.open(db, {
      request: { createdFrom: '2026-09-30T22:00:00Z', createdTo: '2026-10-01T22:00:00Z' },
      columns: ['lent', 'currency'],
      owner: { isRoot: false, spotIds: null, permissions: new Set(['rental:view']) } as never,
      language: 'en-US',
      form: { number: (value: number) => value, money: (value: number) => value } as never,
      services: server.services,
    }),
  );
  const rows: unknown[] = [];
  for await (const batch of batches) rows.push(...batch);
  expect(total).toBe(2);
  expect(rows).toContainEqual([1, 'NOK']);
});

const DAY_MS = 86_400_000;
const FROM = new Date('2026-10-01T22:00:00Z');
const instant = fc.integer({ min: -DAY_MS, max: 2 * DAY_MS }).map((ms) => new Date(FROM.getTime() + ms));
const act = fc.oneof(
  fc.record({
    act: fc.constant('add' as const),
    created: instant,
    minutes: fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: null }),
    bought: fc.boolean(),
    none: fc.boolean(),
    paid: fc.constantFrom(0, 1_500, 6_000),
    from: fc.integer({ min: 0, max: 1 }),
    to: fc.integer({ min: 0, max: 1 }),
    currency: fc.constantFrom('NOK', 'EUR'),
  }),
  fc.record({ act: fc.constant('refund' as const), part: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    act: fc.constant('late' as const),
    part: fc.integer({ min: 1, max: 3 }),
    seconds: fc.integer({ min: 1, max: 90_000 }),
  }),
  fc.record({ act: fc.constant('remove' as const), part: fc.constant(3) }),
  fc.record({ act: fc.constant('addUp' as const) }),
);

test('sums of quarters are those of the rentals, whatever happens to them, and use is that of each minute', async () => {
  const all: RentalRange = { from: FROM, to: new Date(FROM.getTime() + DAY_MS), spotIds: null };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), instant, async (acts, cut) => {
      for (const one of acts) {
        if (one.act === 'add') {
          const over = one.minutes === null ? null : new Date(one.created.getTime() + one.minutes * 60_000);
          await add({
            ...{ created: one.created, from: one.from, to: one.to, currency: one.currency, paid: one.paid },
            ...(one.none
              ? { notLent: 'no-unit' }
              : { started: one.created, ended: over, returned: one.bought ? null : over }),
          });
        } else if (one.act === 'addUp') await addUpRentalQuarters.run(server.services, new Date());
        else
          await server.services.database.write(tenant.id, async (db) => {
            const some = sql<boolean>`right(order_no, 1)::integer % ${one.part} = 0`;
            if (one.act === 'remove') await db.deleteFrom('rental_order').where(some).execute();
            if (one.act === 'refund')
              await db.updateTable('rental_order').set({ refunded_minor: sql`paid_minor / 2` }).where(some).execute();
            // a return that is heard of long after it was
            if (one.act !== 'late') return;
            const begun = await db
              .selectFrom('rental_order')
              .select(['order_no', 'started_at'])
              .where(some)
              .where('started_at', 'is not', null)
              .execute();
            for (const { order_no, started_at } of begun)
              await db
                .updateTable('rental_order')
                .set({
                  ...{ returned_at: new Date(started_at!.getTime() + one.seconds * 1_000) },
                  ...{ return_cabinet_id: cabinets[0]!.id, step: 'over' },
                })
                .where('order_no', '=', order_no)
                .execute();
          });
      }
      await server.services.database.read(tenant.id, async (db) => {
        for (const to of [all.to, new Date(Math.max(FROM.getTime() + 1, Math.min(cut.getTime(), all.to.getTime())))])
          for (const spotIds of [null, [there]])
            for (const eachCabinet of [true, false]) {
              const range = { ...all, to, spotIds };
              const parts = { eachCabinet, bucket: { unit: 'hour', timeZone: 'Europe/Oslo' } } as const;
              const plain = await sumRentals(db, { ...range, ruled: sql<boolean>`true` }, parts);
              const key = (sum: object) => JSON.stringify(sum);
              expect((await sumRentals(db, range, parts)).map(key).sort()).toEqual(plain.map(key).sort());
              const use = await hoursOfUse(db, range, {
                timeZone: 'Europe/Oslo',
                cabinetIds: eachCabinet ? cabinets.map(({ id }) => id) : null,
              });
              const out = use.reduce((sum, { outSeconds }) => sum + outSeconds, 0);
              expect(Math.abs(out - (await secondsOut(range)))).toBeLessThan(30);
            }
      });
    }),
    { numRuns: 20 },
  );
});

/** One rental after the other. */
async function secondsOut({ from, to, spotIds }: RentalRange): Promise<number> {
  const rows = await server.services.database.read(tenant.id, (db) =>
    db.selectFrom('rental_order').select(['started_at', 'returned_at', 'ended_at', 'spot_id']).execute(),
  );
  return rows
    .filter((row) => row.started_at !== null && (spotIds === null || spotIds.includes(row.spot_id ?? '')))
    .reduce((sum, row) => {
      const ends = [row.returned_at, row.ended_at].filter((one) => one !== null).map((one) => one.getTime());
      const end = Math.min(to.getTime(), ...ends);
      return sum + Math.max(0, end - Math.max(from.getTime(), row.started_at!.getTime())) / 1_000;
    }, 0);
}
