// People with a page of the fleet open, each in a browser of his own: they ask for a list now and then, and their pages ask again for
// what the live stream says is old, as the console does.

import { setTimeout as sleep } from 'node:timers/promises';
import { fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { watchEveryMs } from '#domains/robots/web/watch-every.ts';
import { type Endpoint, fullPath } from '#platform/http/contract/endpoint.ts';
import { LIVE_STREAM_PATH, liveEndpoints } from '#platform/live/contract/endpoints.ts';
import { answerTasks } from './answer-tasks.ts';
import { FLEET_ROBOTS, FLEET_TENANT, PAGE_SIZE } from './world.ts';

export interface PeopleTask {
  readonly url: string;
  /** A session of each. */
  readonly tokens: readonly string[];
  readonly forMs: number;
}

export interface PeopleAnswer {
  /** How long the lists took that people asked for, in milliseconds, the quickest first. */
  readonly times: readonly number[];
  /** How often their pages asked again by themselves. */
  readonly refreshes: number;
  readonly failures: number;
  readonly firstFailure?: string | undefined;
}

/** A person reads for so long before the next list. */
const READ_MS = 2_000;
const LOOK_EVERY_MS = 100;
/** As the pages of the console: a row that is shown, the numbers beside it and the map, and what is about the whole fleet. */
const SHOWN_EVERY_MS = 1_000;
const COUNTS_EVERY_MS = 5_000;
const FLEET_EVERY_MS = watchEveryMs(FLEET_ROBOTS);

interface Asked {
  readonly endpoint: Endpoint;
  readonly request: object;
  /** Asked again at most so often for a robot of any other page. */
  readonly everyMs: number;
  /** Asked again soon for a robot that it shows. */
  readonly isList?: boolean;
}
const everyMs = FLEET_EVERY_MS;
const ROBOTS = { endpoint: robotEndpoints.page, request: { pageSize: PAGE_SIZE } };
const LISTS: readonly Omit<Asked, 'everyMs'>[] = [
  ROBOTS,
  { endpoint: robotEndpoints.page, request: { pageSize: PAGE_SIZE, pageNo: 40, column: 'lastHeardAt', order: 'desc' } },
  { endpoint: robotEndpoints.page, request: { pageSize: PAGE_SIZE, keyword: '77' } },
  { endpoint: orderEndpoints.page, request: { pageSize: PAGE_SIZE } },
];
const COUNTS: Asked = {
  endpoint: robotEndpoints.healthCounts,
  request: {},
  everyMs: Math.max(COUNTS_EVERY_MS, everyMs),
};
const BOARD: Asked = { endpoint: fleetEndpoints.monitorBoard, request: {}, everyMs };
const MAP: Asked = { endpoint: fleetEndpoints.spotMap, request: {}, everyMs: Math.max(COUNTS_EVERY_MS, everyMs) };

/** Of ten people seven have a list of robots open, each another page of it, one the monitor, one the map, and one neither. */
function openBy(person: number): readonly Asked[] {
  const place = person % 10;
  if (place === 7) return [BOARD];
  if (place === 8) return [MAP];
  if (place === 9) return [];
  const request = { pageSize: PAGE_SIZE, pageNo: 1 + person * 20 };
  return [{ endpoint: robotEndpoints.page, request, everyMs, isList: true }, COUNTS];
}

answerTasks(drive);

async function drive({ url, tokens, forMs }: PeopleTask): Promise<PeopleAnswer> {
  const times: number[] = [];
  let refreshes = 0;
  let failures = 0;
  let firstFailure: string | undefined;
  const until = performance.now() + forMs;
  await Promise.all(
    tokens.map(async (token, person) => {
      const ask = async ({ endpoint, request }: Omit<Asked, 'everyMs'>) => {
        const before = performance.now();
        const isRead = endpoint.method === 'GET';
        const answer = await fetch(url + fullPath(endpoint.path), {
          method: endpoint.method,
          headers: {
            'x-access-token': token,
            'tenant-id': String(FLEET_TENANT),
            ...(isRead ? {} : { 'content-type': 'application/json' }),
          },
          ...(isRead ? {} : { body: JSON.stringify(request) }),
        });
        const text = await answer.text();
        if (!text.startsWith('{"success":true')) {
          failures += 1;
          firstFailure ??= `${endpoint.path} ${answer.status} ${text.slice(0, 300)}`;
        }
        return { text, ms: performance.now() - before };
      };
      const open = openBy(person).map((asked) => ({
        asked,
        shown: '',
        askedAt: performance.now(),
        dueAt: Number.POSITIVE_INFINITY,
      }));
      for (const page of open) page.shown = (await ask(page.asked)).text;
      const stop = new AbortController();
      const { ended } = await openStream(url, token, stop.signal, (id) => {
        for (const page of open) {
          const isShown = page.asked.isList && page.shown.includes(id);
          page.dueAt = Math.min(page.dueAt, page.askedAt + (isShown ? SHOWN_EVERY_MS : page.asked.everyMs));
        }
      });
      const pages = open.map(async (page) => {
        while (performance.now() < until) {
          await sleep(LOOK_EVERY_MS);
          if (page.dueAt > performance.now()) continue;
          page.dueAt = Number.POSITIVE_INFINITY;
          page.askedAt = performance.now();
          page.shown = (await ask(page.asked)).text;
          refreshes += 1;
        }
      });
      // not all of them in the same moment
      await sleep((READ_MS * person) / tokens.length);
      for (let turn = person; performance.now() < until; turn += 1) {
        times.push((await ask(LISTS[turn % LISTS.length] ?? ROBOTS)).ms);
        await sleep(READ_MS * (0.5 + Math.random()));
      }
      await Promise.all(pages);
      stop.abort();
      await ended;
    }),
  );
  return { times: times.sort((a, b) => a - b), refreshes, failures, firstFailure };
}

/** Tells of each message about a robot, by its id, until the stream ends. */
async function openStream(
  url: string,
  token: string,
  signal: AbortSignal,
  onRobot: (id: string) => void,
): Promise<{ ended: Promise<void> }> {
  const headers = { 'x-access-token': token, 'tenant-id': String(FLEET_TENANT), 'content-type': 'application/json' };
  const path = fullPath(liveEndpoints.ticket.path);
  const issued = await fetch(url + path, { method: 'POST', headers, body: '{}' });
  const { result } = (await issued.json()) as { result: { ticket: string } };
  const answer = await fetch(`${url}${LIVE_STREAM_PATH}?ticket=${result.ticket}`, { signal });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { kind, id } = line.startsWith('data: ')
          ? (JSON.parse(line.slice(6)) as { kind?: string; id?: string })
          : {};
        if (kind === 'robot' && id !== undefined) onRobot(id);
      }
    }
  };
  return { ended: read().catch(() => undefined) };
}
