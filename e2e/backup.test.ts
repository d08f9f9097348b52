// The disk is lost: what was backed up while people were at work is an installation again, with its keys, devices and money.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPlaceWithDemo } from './demo-copy.ts';
import { fleetOf, type Place, type Product, type Started, startProduct, stopCustomers } from './start-product.ts';
import { goodsOnSale, insist, type Menu } from './storefront-client.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const TENANT = '1000';

let place: Place;
let again: Place;
let server: Started;
let fleet: Product['fleet'];
let folder: string;
beforeAll(async () => {
  place = await aPlaceWithDemo();
  folder = await mkdtemp(join(tmpdir(), 'console-backup-'));
  const dataDir = await mkdtemp(join(tmpdir(), 'console-restored-'));
  await chmod(dataDir, 0o755);
  again = { ...place, dataDir, env: { ...place.env, DATA_DIR: dataDir } };
  server = await startProduct(place);
  fleet = await fleetOf(place);
});
afterAll(async () => {
  await server?.end('SIGTERM');
  // the database of the server that was killed lives on until it misses its files
  for (const path of [place?.dataDir, again?.dataDir, folder])
    if (path) await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

interface Placed {
  readonly orderNo: string;
  readonly status: number;
}
const shop = () => fleet.storefrontKeys.find(({ tenantId, channel }) => tenantId === TENANT && channel === 'app')!;
const call = async <T>(path: string, body?: unknown): Promise<T> => {
  const answer = await insist<T>(
    `${place.product.url}/storefront/v1/${path}`,
    { authorization: `Bearer ${shop().key}` },
    body,
  );
  if (!answer.success) throw new Error(`${path}: ${answer.message}`);
  return answer.result;
};
async function buy(): Promise<Placed> {
  const [goods] = await goodsOnSale(() => call<Menu>(`spots/${shop().spotId}/menu`));
  const order = { spotId: shop().spotId, lines: [{ goodsId: goods!.goodsId, quantity: 1 }] };
  const { orderNo } = await call<Placed>('orders', order);
  return call<Placed>(`orders/${orderNo}/pay`, { paymentMethod: 'pm_card_visa' });
}
const command = (name: string, file: string, of: Place) =>
  run(process.execPath, [join(root, `scripts/${name}.ts`), file], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...of.env },
  });

// beside servers that are killed and come back it takes minutes
const LIMIT_MS = 300_000;
test('a backup of a running product, restored elsewhere, sells on', { timeout: LIMIT_MS }, async () => {
  await stopCustomers(place.product.control);
  const sold = await buy();
  const file = join(folder, 'monday.tar.gz');
  const { stderr } = await command('backup', file, place);
  expect(stderr).toMatch(/[\d,]{5,} rows of \d+ tables and \d+ files/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(`${file}.key`, 'utf8')).length).toBeGreaterThan(30);
  await expect(command('backup', file, place)).rejects.toMatchObject({
    stderr: expect.stringContaining('there already'),
  });
  await expect(command('restore', file, place)).rejects.toMatchObject({
    stderr: expect.stringContaining('Another server'),
  });

  await server.end('SIGKILL');
  const restored = await command('restore', file, again);
  expect(restored.stderr).toContain('as they were at');
  await expect(command('restore', file, again)).rejects.toMatchObject({ stderr: expect.stringContaining('not empty') });

  server = await startProduct(again);
  expect((await call<Placed>(`orders/${sold.orderNo}`)).orderNo).toBe(sold.orderNo);
  // paid by a sealed key, made by a robot with its old password
  await stopCustomers(place.product.control);
  const next = await buy();
  expect(next.orderNo).not.toBe(sold.orderNo);
  const read = () => call<Placed>(`orders/${next.orderNo}`);
  await until('the robot has made it', async () => [5, 6].includes((await read()).status));
});
