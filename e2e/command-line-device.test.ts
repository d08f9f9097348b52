// A robot made of shell commands, as docs/connect-a-device.md shows it: the public protocol is all that a device needs.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { findMosquitto } from '../src/platform/device-gateway/server/test-mosquitto.ts';
import { ownProduct } from './own-product.ts';
import { insist } from './storefront-client.ts';

const product = ownProduct();
/** Where no other journey reads the robots one by one: this one goes offline and stays. */
const TENANT = '1001';
const run = promisify(execFile);

interface Robot {
  id: string;
  online: boolean;
  temperatures: { part: string; celsiusTenths: number }[];
  commands: { id: string; cmd: string; state: string }[];
}

describe.runIf(findMosquitto())('a robot of shell commands', () => {
  const imei = `SHELL${randomUUID().slice(0, 8).toUpperCase()}`;
  const own = `v1/${TENANT}/robot/${imei}`;
  let staff: Record<string, string>;
  let id: string;
  let password: string;

  beforeAll(async () => {
    const login = { username: 'manager', password: product.password };
    const { result } = await insist<{ token: string }>(`${product.url}/api/sys/login`, {}, login);
    staff = { 'x-access-token': result.token, 'tenant-id': TENANT };
    const added = await call<{ robot: Robot; mqtt: { password: string } }>('add', { imei, name: 'Robot of the shell' });
    id = added.robot.id;
    password = added.mqtt.password;
  });

  async function call<T>(path: string, body?: object): Promise<T> {
    const answer = await insist<T>(`${product.url}/sos-backend/coffeeMachineV2/api/${path}`, staff, body);
    expect(answer.success, answer.message).toBe(true);
    return answer.result;
  }
  const robot = () => call<Robot>(`one?id=${id}`);

  const as = (more: { client?: string; secret?: string } = {}): string[] => [
    ...['-h', '127.0.0.1', '-p', String(product.mqttPort), '-V', 'mqttv311', '-q', '1'],
    ...['-i', more.client ?? imei, '-u', imei, '-P', more.secret ?? password],
  ];
  const now = (): string => new Date().toISOString();
  const publish = (topic: string, message: object, login = as()) =>
    run('mosquitto_pub', [...login, '-c', '-t', topic, '-m', JSON.stringify(message)], { timeout: 10_000 });
  const frame = (seq: number, data: object): object => ({
    v: 1,
    id: randomUUID(),
    ts: now(),
    seq,
    session: 's1',
    data,
  });

  test('is online after its birth, measures, is asked and answers', async () => {
    await run('mosquitto_sub', [...as(), '-c', '-t', `${own}/cmd/+`, '-E'], { timeout: 10_000 });
    await publish(`${own}/state`, frame(0, { online: true, fw: '1.0.0', mode: 'normal', faults: [] }));
    await expect.poll(async () => (await robot()).online, { timeout: 10_000 }).toBe(true);
    await publish(`${own}/telemetry`, frame(1, { temperatures: [{ part: 'boiler', celsiusTenths: 921 }] }));
    await expect.poll(async () => (await robot()).temperatures[0]?.celsiusTenths, { timeout: 10_000 }).toBe(921);

    await call('sendCommandToDevice', { robotId: id, cmd: 'restart', reason: 'test of the shell' });
    const heard = await run('mosquitto_sub', [...as(), '-c', '-t', `${own}/cmd/+`, '-C', '1', '-W', '20', '-v'], {
      timeout: 30_000,
    });
    const [topic, ...words] = heard.stdout.trim().split(' ');
    expect(JSON.parse(words.join(' '))).toMatchObject({ v: 1, cmd: 'restart' });
    const command = topic!.split('/').at(-1)!;
    await publish(`${own}/ack/${command}`, { v: 1, stage: 'accepted', ts: now() });
    await publish(`${own}/ack/${command}`, { v: 1, stage: 'result', ok: true, code: 'DONE', ts: now() });
    await expect
      .poll(async () => (await robot()).commands.find((one) => one.id === command)?.state, { timeout: 10_000 })
      .toBe('succeeded');
  });

  test('gets nothing with a wrong password or another client id', async () => {
    const birth = frame(0, { online: true, fw: '6.6.6', mode: 'normal', faults: [] });
    await expect(publish(`${own}/state`, birth, as({ secret: 'wrong' }))).rejects.toThrow(
      /not authori[sz]ed|bad user/i,
    );
    await expect(publish(`${own}/state`, birth, as({ client: 'SOMEBODY-ELSE' }))).rejects.toThrow();
  });

  test('can neither hear nor speak for another robot', async () => {
    const other = product.fleet.robots.find((each) => each.tenantId === TENANT)!;
    const foreign = `v1/${TENANT}/robot/${other.imei}`;
    const listened = await run('mosquitto_sub', [...as(), '-t', `${foreign}/#`, '-W', '3', '-v'], { timeout: 10_000 });
    expect(listened.stdout).toBe('');
    expect(listened.stderr).toContain('denied');
    const lie = { mode: 'maintenance', online: true, fw: '6.6.6', faults: [] };
    await publish(`${foreign}/state`, frame(9, lie)).catch(() => undefined);
    const { records } = await call<{ records: { imei: string; firmware: string | null }[] }>('page', {
      imei: other.imei,
    });
    expect(records.map((each) => each.imei)).toEqual([other.imei]);
    expect(JSON.stringify(records)).not.toContain('6.6.6');
  });
});
