import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/database/server/embedded-postgres.ts';
import { migrate } from '#platform/database/server/migrate.ts';
import { later } from '../clean-up.ts';
import { firstToSaturate, type Load, watchCpu } from '../cpu.ts';
import { loadOrders } from '../load-orders.ts';
import { findPostmaster, postponeExpiry, withClient } from '../prepare.ts';
import { questionsFor, type Target } from '../questions.ts';
import { median, printTable } from '../report.ts';
import { startFloor, startServer } from '../server.ts';
import { sumUp } from '../sum-up.ts';
import { CREATION, DETAIL, LIST, mustAnswer, orderWorld, shared, startAsking } from './order-place.ts';

export interface OrdersAsked {
  readonly directory: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly roundMs: number;
  say(words: string): void;
}

/** What the issue asks for at the largest size: ours by the time of the floor. */
const AIMS: Readonly<Record<string, string>> = { [CREATION]: 'at most 2.5 ×', [LIST]: 'at least 1.5 × faster' };
const WARM_UP_MS = 1_000;
/** Of a million orders; more orders have more pages. */
const PAGE_OF_A_MILLION = 5_000;

/** Of one question at one size. */
interface Figure {
  /** Milliseconds of a request at 16 connections: elapsed time over requests. */
  readonly ms: Readonly<Record<Target, number>>;
  /** Processor time of a request of ours. */
  readonly serverMs: number;
  readonly databaseMs: number;
  readonly load: Load;
}

/** One installation that grows: the same questions to it and to the floor on the same tables, at each size. */
export async function measureOrders({ directory, sizes, rounds, roundMs, say }: OrdersAsked): Promise<void> {
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'orders') });
  later(() => postgres.stop());
  await migrate(postgres.url);
  const superUrl = postgres.url.replace('//console_owner:', '//postgres:');
  const bySize: (readonly [size: number, figures: ReadonlyMap<string, Figure>, bytes: readonly string[][]])[] = [];
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const began = performance.now();
    await loadOrders(superUrl, shared(size), say);
    await withClient(superUrl, postponeExpiry);
    await sumUp(postgres.url, say);
    say(`${size.toLocaleString('en')} orders are there after ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    const figures = await askAll(postgres.url, superUrl, { directory, size, rounds, roundMs, say });
    bySize.push([size, figures, await bytesOf(superUrl)]);
  }
  // another part may use the same orders
  await postgres.stop();
  tell(bySize, say);
}

const compared = ({ ms }: Figure): string =>
  `${ms.ours.toFixed(2)} ms, ${ms.ours <= ms.floor ? `${(ms.floor / ms.ours).toFixed(1)} × faster` : `${(ms.ours / ms.floor).toFixed(2)} ×`}`;

const nameOf = (name: string): string => name.replace(/, page .*/, ', deep page');

async function askAll(
  url: string,
  superUrl: string,
  { directory, size, rounds, roundMs, say }: Omit<OrdersAsked, 'sizes'> & { readonly size: number },
): Promise<ReadonlyMap<string, Figure>> {
  const server = await startServer(url, join(directory, 'data'));
  const floor = await startFloor(superUrl);
  const driver = startAsking();
  try {
    const world = await orderWorld(superUrl, server.url, floor.url);
    const postmaster = await withClient(superUrl, findPostmaster);
    const deepPage = Math.max(2, Math.floor((PAGE_OF_A_MILLION * size) / 1_000_000));
    const asked = questionsFor(deepPage).filter(({ name }) =>
      [CREATION, LIST, 'page', 'by the end of its number', DETAIL, 'statistics of a year', 'analysis'].some(
        (word) => name.includes(word) && !name.includes('rental'),
      ),
    );
    const ask = async (question: string, target: Target, forMs: number) => {
      const end = watchCpu([
        { name: target === 'ours' ? 'server' : 'floor', pid: target === 'ours' ? server.pid : floor.pid },
        { name: 'database', pid: postmaster, isFamily: true },
        { name: 'driver', pid: driver.pid },
      ]);
      const answer = await driver.run({ world, questions: [question], deepPage, target, forMs });
      mustAnswer(`${target}, ${question}`, answer);
      return { answer, load: end(), ms: answer.elapsedMs / answer.requests };
    };
    const figures = new Map<string, Figure>();
    for (const { name } of asked) {
      for (const target of ['ours', 'floor'] as const) await ask(name, target, WARM_UP_MS);
      const ours: Awaited<ReturnType<typeof ask>>[] = [];
      const theirs: typeof ours = [];
      for (let round = 0; round < rounds; round++) {
        // in turns, for the machine has its moods
        if (round % 2 === 1) theirs.push(await ask(name, 'floor', roundMs));
        ours.push(await ask(name, 'ours', roundMs));
        if (round % 2 === 0) theirs.push(await ask(name, 'floor', roundMs));
      }
      const each = (process: string) =>
        median(ours.map(({ answer, load }) => (load.of.get(process)?.ms ?? 0) / answer.requests));
      const figure: Figure = {
        ms: { ours: median(ours.map(({ ms }) => ms)), floor: median(theirs.map(({ ms }) => ms)) },
        ...{ serverMs: each('server'), databaseMs: each('database'), load: ours[0]!.load },
      };
      figures.set(nameOf(name), figure);
      // at once: the floor takes minutes for some of them at a large size
      say(`${nameOf(name)}: ${compared(figure)}`);
    }
    return figures;
  } finally {
    await driver.stop();
    await floor.stop();
    await server.stop();
  }
}

/** What the tables that orders fill hold, with their indexes. */
async function bytesOf(superUrl: string): Promise<string[][]> {
  return withClient(superUrl, async (client) => {
    const { rows } = await client.query<{ name: string; rows: string; bytes: string }>(
      `select c.relname as name, greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = 'public' and pg_total_relation_size(c.oid) > 8 * 1024 * 1024
          and c.reltuples > 0
        order by 3 desc`,
    );
    return rows.map(({ name, rows, bytes }) => [
      name,
      Number(rows).toLocaleString('en'),
      (Number(bytes) / 1_048_576).toFixed(0),
      (Number(bytes) / Number(rows)).toFixed(0),
    ]);
  });
}

function tell(
  bySize: readonly (readonly [size: number, figures: ReadonlyMap<string, Figure>, bytes: readonly string[][]])[],
  say: (words: string) => void,
): void {
  const names = [...(bySize[0]?.[1].keys() ?? [])];
  const heads = bySize.map(([size]) => size.toLocaleString('en'));
  const cells = (name: string, cell: (figure: Figure) => string): string[] =>
    bySize.map(([, figures]) => {
      const figure = figures.get(name);
      return figure ? cell(figure) : '';
    });
  say('\nA request at 16 connections, and ours by the time of the floor on the same tables');
  say(
    printTable(
      names.map((name) => [name, ...cells(name, compared), AIMS[name] ?? '']),
      ['orders', ...heads, 'aim at the largest'],
    ),
  );
  say('\nProcessor time of a request of ours in milliseconds: server / database');
  say(
    printTable(
      names.map((name) => [name, ...cells(name, (one) => `${one.serverMs.toFixed(2)} / ${one.databaseMs.toFixed(2)}`)]),
      ['orders', ...heads],
    ),
  );
  const [largest, figures, bytes] = bySize.at(-1) ?? [];
  if (!figures || !bytes) return;
  say(`\nWhat saturates first at ${largest?.toLocaleString('en')} orders`);
  say(
    printTable(
      names.map((name) => [name, firstToSaturate(figures.get(name)!.load)]),
      ['orders', 'first'],
    ),
  );
  say(`\nTables of more than 8 MB at ${largest?.toLocaleString('en')} orders, with their indexes`);
  say(printTable(bytes, ['table', 'rows', 'MB', 'bytes of a row']));
}
