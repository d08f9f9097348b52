import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Cabinet, SlotTaken } from '../cabinets/start-cabinet.ts';
import { startRenters } from './start-renters.ts';

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
const SOON = { timeout: 15_000 };

/** A shop of canned answers, with two cabinets that take units back. */
async function aTown({ borrowable = 3, lends = true }: { borrowable?: number; lends?: boolean } = {}) {
  const calls: { call: string; key: string | undefined; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const call = `${request.method} ${(request.url ?? '').replace('/storefront/v1/', '')}`;
    const body = text === '' ? {} : JSON.parse(text);
    calls.push({ call, key: request.headers['idempotency-key'] as string | undefined, body });
    const rental = { orderNo: 'R1', serial: 'U1', money: { refundableMinor: 300 } };
    const answers: Record<string, unknown> = {
      'GET spots/s1/cabinets': [{ imei: 'near', name: '', online: true, borrowable, freeSlots: 4 }],
      'POST rentals': { ...rental, status: 0, step: 'ejecting' },
      'GET rentals/R1': lends ? { ...rental, status: 1, step: 'out' } : { ...rental, status: 0, step: 'cancelled' },
    };
    const answer = answers[call];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ success: answer !== undefined, code: '200', message: '', result: answer ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => new Promise((resolve) => server.close(() => resolve())));
  const put: string[] = [];
  const full = new Set<string>();
  const cabinet = (imei: string) => ({
    ...{ imei, tenantId: '1', spotId: 's1' },
    cabinet: {
      view: () => ({ powered: true }),
      putBack: ({ serial }: { serial: string }) => {
        if (full.has(imei)) throw new SlotTaken('no free slot');
        put.push(`${imei} ${serial}`);
      },
    } as unknown as Cabinet,
  });
  const renters = startRenters({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: [{ tenantId: '1', spotId: 's1', channel: 'app', key: 'sk_1' }],
    cabinets: [cabinet('near'), cabinet('far')],
    haste: 1_000,
  });
  cleanUps.push(() => renters.stop());
  return { renters, calls, put, full };
}

test.each([
  ['returns', ['near U1'], 'returned'],
  ['elsewhere', ['far U1'], 'elsewhere'],
] as const)('who %s a unit puts it into a slot', async (habit, where, end) => {
  const { renters, put, calls } = await aTown();
  expect(await renters.rentNow({ habit, minutes: 1 })).toEqual({ end: 'out', orderNo: 'R1' });
  await vi.waitFor(() => expect(put).toEqual(where), SOON);
  expect(renters.view()).toMatchObject({ out: 0, ends: { out: 1, [end]: 1 } });
  const rent = calls.find(({ call }) => call === 'POST rentals');
  expect(rent).toMatchObject({ key: expect.any(String), body: { cabinetImei: 'near' } });
});

test('who keeps it never brings it back, unless he is sent', async () => {
  const { renters, put } = await aTown();
  expect(await renters.rentNow({ habit: 'keeps' })).toMatchObject({ end: 'kept' });
  expect(renters.view()).toMatchObject({ out: 1 });
  expect(renters.bringBack()).toBe(true);
  await vi.waitFor(() => expect(put).toEqual(['near U1']), SOON);
  expect(renters.bringBack()).toBe(false);
});

test('where a cabinet is full he walks on, and where nothing is lent he has nothing', async () => {
  const { renters, put, full } = await aTown();
  full.add('near');
  await renters.rentNow({ habit: 'returns', minutes: 1 });
  await vi.waitFor(() => expect(put).toEqual(['far U1']), SOON);
  expect(await (await aTown({ borrowable: 0 })).renters.rentNow()).toEqual({ end: 'noUnit' });
  const refused = await aTown({ lends: false });
  expect(await refused.renters.rentNow()).toEqual({ end: 'notLent', orderNo: 'R1' });
  expect(refused.renters.view().out).toBe(0);
});
