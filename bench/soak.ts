// `npm run soak`: drives the demo with everything that a day brings, and with what nobody should send, and reports each minute
// what the server holds in memory, then how it comes back to rest. `--minutes 10`, `--lanes 8`. Nothing here passes or fails.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { aPlace, fleetOf, startProduct } from '../e2e/start-product.ts';
import { statOf } from './processes.ts';
import { printTable } from './report.ts';
import { nextCall, type SoakWorld } from './soak-calls.ts';

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, lanes: { type: 'string', default: '8' } },
});
const MINUTES = Number(options.minutes);
const LANES = Number(options.lanes);
const MINUTE_MS = 60_000;
/** So long after the last call the server is looked at again. */
const REST_SECONDS = [0, 30, 60, 120];
const HEADS = [
  'when',
  'calls/s',
  'answers of 5xx',
  'resident',
  'heap used',
  'heap held',
  'outside of it',
  'native',
  'highest',
];

const say = (words: string): void => void process.stdout.write(`${words}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`;

const place = await aPlace({ LOG_LEVEL: 'fatal' });
const product = await startProduct(place);
let isOver = false;
const end = async (): Promise<void> => {
  isOver = true;
  await product.end('SIGTERM');
  await rm(place.dataDir, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(130)));

try {
  const { url, password } = place.product;
  const login = await fetch(`${url}/api/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password }),
  });
  const { token } = ((await login.json()) as { result: { token: string } }).result;
  const { storefrontKeys: keys } = await fleetOf(place);
  const world: SoakWorld = {
    url,
    password,
    token,
    shops: keys.filter(({ tenantId, channel }) => tenantId === '1000' && channel === 'app'),
  };
  await sleep(MINUTE_MS / 2);

  let calls = 0;
  let failures = 0;
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, statOf(product.pid)?.rssBytes ?? 0);
  }, 250);
  const rows: string[][] = [];
  const look = async (when: string, ms: number): Promise<void> => {
    const kinds = await memoryOf(url);
    const rate = ms === 0 ? '' : (calls / (ms / 1_000)).toFixed(0);
    rows.push([
      when,
      rate,
      String(failures),
      ...['resident', 'heap_used', 'heap_held', 'external', 'native'].map((kind) => megabytes(kinds[kind] ?? 0)),
      megabytes(highest),
    ]);
    say(rows.at(-1)!.join('  '));
    calls = failures = highest = 0;
  };
  say(HEADS.join('  '));
  await look('at rest, before', 0);
  const until = performance.now() + MINUTES * MINUTE_MS;
  const lanes = Array.from({ length: LANES }, async () => {
    while (performance.now() < until && !isOver) {
      const status = await nextCall()(world).catch(() => 0);
      calls += 1;
      if (status >= 500) failures += 1;
    }
  });
  for (let minute = 1; minute <= MINUTES; minute++) {
    await sleep(MINUTE_MS);
    await look(`minute ${minute}`, MINUTE_MS);
  }
  await Promise.all(lanes);
  let rested = 0;
  for (const seconds of REST_SECONDS) {
    await sleep((seconds - rested) * 1_000);
    rested = seconds;
    await look(`at rest for ${seconds} s`, 0);
  }
  clearInterval(watch);
  say(`\n${printTable(rows, HEADS)}`);
} finally {
  await end();
}
process.exit(0);

/** `process_memory_bytes` of `/metrics`, by kind. */
async function memoryOf(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^process_memory_bytes\{kind="(\w+)"\} (\S+)$/gm);
  return Object.fromEntries([...found].map(([, kind = '', value]) => [kind, Number(value)]));
}
