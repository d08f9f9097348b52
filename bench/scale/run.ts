// `npm run bench -- --scale`: how far an installation goes, part by part; `--only orders,devices,storm,servers,citus` asks for some.
// `--orders 1000000,3000000` and `--devices 1000,5000` are the sizes, `--servers 1,3` how many servers; `--quick` tries it with little,
// `--data DIR` keeps and uses again what was loaded. Nothing here passes or fails: docs/scale.md has the figures and what they mean.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { later, runToTheEnd } from '../clean-up.ts';
import { measureCitus } from './citus.ts';
import { measureDevices } from './devices.ts';
import { measureOrders } from './orders.ts';
import { measureServers } from './servers.ts';
import { measureStorm } from './storm.ts';

const { values: options } = parseArgs({
  options: {
    scale: { type: 'boolean' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'orders,devices,storm,servers,citus' },
    orders: { type: 'string' },
    devices: { type: 'string' },
    servers: { type: 'string', default: '1,3' },
    rounds: { type: 'string' },
    data: { type: 'string' },
  },
});
const { quick } = options;
const numbers = (text: string): number[] => text.split(',').map(Number);
const say = (words: string): void => void process.stdout.write(`${words}\n`);

async function main(): Promise<void> {
  const directory = options.data ? resolve(options.data) : await mkdtemp(join(tmpdir(), 'console-scale-'));
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  if (!options.data) later(() => rm(directory, { recursive: true, force: true }));
  const orders = numbers(options.orders ?? (quick ? '20000,60000' : '1000000,3000000,10000000'));
  const devices = numbers(options.devices ?? (quick ? '200,500' : '1000,5000,10000'));
  const rounds = Number(options.rounds ?? (quick ? 1 : 3));
  const roundMs = quick ? 1_000 : 4_000;
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    orders: () => measureOrders({ directory, sizes: orders, rounds, roundMs, say }),
    devices: () => measureDevices({ directory, sizes: devices, reportMs: quick ? 5_000 : 30_000, say }),
    storm: () =>
      measureStorm({
        directory,
        devices: options.devices ? Math.max(...devices) : quick ? 500 : 5_000,
        calmMs: quick ? 20_000 : 60_000,
        say,
      }),
    servers: () =>
      measureServers({
        directory,
        orders: options.orders ? Math.min(...orders) : quick ? 20_000 : 1_000_000,
        servers: numbers(options.servers),
        rounds,
        roundMs: 2 * roundMs,
        say,
      }),
    citus: () =>
      measureCitus({
        directory,
        orders: options.orders ? Math.min(...orders) : quick ? 20_000 : 200_000,
        rounds,
        roundMs: 2 * roundMs,
        say,
      }),
  };
  for (const name of options.only.split(',')) {
    const part = parts[name];
    if (!part) throw new Error(`--only has ${name}, and may have ${Object.keys(parts).join(', ')}`);
    say(`\n== npm run bench -- ${process.argv.slice(2).join(' ')}: ${name}, ${machine()}`);
    await part();
  }
}

const machine = (): string =>
  `${availableParallelism()} cores, ${loadavg()[0]?.toFixed(1)} at work within the last minute`;

await runToTheEnd(main);
