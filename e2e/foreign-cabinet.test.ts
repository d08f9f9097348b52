// A cabinet that shares no code with us: it was given an address, a password and /api/device-protocol.json (`clients/cabinet.ts`).
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIENTS, haveClients } from './client-tools.ts';
import { ownProduct } from './own-product.ts';
import { stopCustomers } from './start-product.ts';
import { insist } from './storefront-client.ts';

const product = ownProduct();
const TENANT = '1000';
const NODE = join(import.meta.dirname, '../node_modules/.bin/node');

interface Row {
  online: boolean;
  model: string;
  units: number;
  borrowable: number;
}
interface Rental {
  orderNo: string;
  step: string;
  status: number;
  serial: string | null;
  money: { heldMinor: number; feeMinor: number | null; paidMinor: number };
  payment: { status: string } | null;
}

describe.runIf(haveClients())('a cabinet of somebody else', () => {
  const imei = `FOREIGN${randomUUID().slice(0, 8).toUpperCase()}`;
  const [first, second] = ['A', 'B'].map((letter) => `FC${imei.slice(-8)}${letter}`) as [string, string];
  const app = product.fleet.storefrontKeys.find((key) => key.tenantId === TENANT && key.channel === 'app');
  const shop = { authorization: `Bearer ${app?.key ?? ''}` };
  const seen: Record<string, unknown>[] = [];
  let errors = '';
  let staff: Record<string, string>;
  let id: string;
  let device: ChildProcessByStdio<Writable, Readable, Readable>;

  const call = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await insist<T>(`${product.url}/sos-backend/${path}`, staff, body);
    expect(answer.success, answer.message).toBe(true);
    return answer.result;
  };
  const cabinet = () => call<Row>('powerbank/api/getById', { id });
  const slotsNow = async () =>
    (await call<{ slots: { serial: string | null }[] }>('powerbank/api/slots', { id })).slots.map(
      ({ serial }) => serial,
    );
  const tell = (told: object): void => void device.stdin.write(`${JSON.stringify(told)}\n`);
  const hasSeen = (expected: object) =>
    expect
      .poll(() => ({ seen, errors }))
      .toMatchObject({ seen: expect.arrayContaining([expect.objectContaining(expected)]), errors: '' });
  const rental = async (orderNo: string) =>
    (await insist<Rental>(`${product.url}/storefront/v1/rentals/${orderNo}`, shop)).result;

  beforeAll(async () => {
    await stopCustomers(product.control);
    const login = { username: 'manager', password: product.password };
    const { result } = await insist<{ token: string }>(`${product.url}/api/sys/login`, {}, login);
    staff = { 'x-access-token': result.token, 'tenant-id': TENANT };
    const asked = { imei, name: `Of somebody else ${imei}`, capacity: 3, spotId: app?.spotId };
    ({ id } = await call<{ id: string }>('powerbank/api/add', asked));
    const { password } = await call<{ password: string }>('powerbank/api/credential', { id });
    const port = String(product.mqttPort);
    device = spawn(NODE, ['cabinet.ts', product.url, port, TENANT, imei, password, first, second], {
      cwd: CLIENTS,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    device.stderr.on('data', (chunk) => (errors += String(chunk)));
    createInterface({ input: device.stdout }).on('line', (line) => seen.push(JSON.parse(line)));
  });
  afterAll(() => device?.kill());

  test('is born with its units', async () => {
    await hasSeen({ born: expect.any(String) });
    await expect.poll(cabinet).toMatchObject({ online: true, model: 'Of somebody else', units: 2, borrowable: 2 });
    expect(await slotsNow()).toEqual([first, second, null]);
  });

  test('lends a unit to a customer and takes it back, once however often it says so', async () => {
    const asked = { cabinetImei: imei, paymentMethod: 'pm_card_visa', customerId: 'foreign' };
    const { result: begun } = await insist<Rental>(`${product.url}/storefront/v1/rentals`, shop, asked);
    await expect
      .poll(() => rental(begun.orderNo))
      .toMatchObject({ step: 'out', status: 1, serial: expect.any(String) });
    const { serial, money } = await rental(begun.orderNo);
    expect([first, second]).toContain(serial);
    expect(money.heldMinor).toBeGreaterThan(0);
    await hasSeen({ obeyed: 'eject', ok: true, data: { serial } });
    expect(await slotsNow()).not.toContain(serial);

    const answers = () => seen.filter((one) => 'acknowledged' in one).length;
    const before = answers();
    tell({ return: serial });
    // what was held is given free behind the end
    await expect
      .poll(() => rental(begun.orderNo))
      .toMatchObject({ step: 'over', money: { heldMinor: 0 }, payment: { status: expect.not.stringMatching('held') } });
    const ended = await rental(begun.orderNo);
    expect(ended.money.paidMinor).toBe(ended.money.feeMinor);
    expect(await slotsNow()).toContain(serial);
    await expect.poll(answers).toBe(before + 1);
    tell({ again: true });
    await expect.poll(answers).toBe(before + 2);
    expect(await rental(begun.orderNo)).toEqual(ended);
  });

  test('uploads when it is asked, and lets all units out for staff', async () => {
    await call('powerbank/api/upload_all', { id });
    await hasSeen({ obeyed: 'uploadAll', ok: true });
    await call('powerbank/api/popUpCabinetAllPowerBank', { id, imei, reason: 'It moves' });
    await hasSeen({ obeyed: 'popAll', ok: true });
    await expect.poll(slotsNow).toEqual([null, null, null]);
  });

  test('says goodbye', async () => {
    tell({ bye: true });
    await expect.poll(async () => (await cabinet()).online).toBe(false);
    expect(errors).toBe('');
    // for the journeys that follow
    await call('powerbank/api/delete', { id });
  });
});
