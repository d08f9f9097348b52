import type { Figures } from '../contract/figures.ts';
import type { Reading } from '../contract/monitor.ts';
import { KEPT_MS } from '../contract/periods.ts';
import { addBuckets, quantileMs } from './quantile.ts';

/** Two readings of each server, so that none falls between two points. */
export const POINT_MS = 10_000;
export const POINTS = KEPT_MS / POINT_MS;
const SECOND_MS = 1_000;

/** What stands at one place of the charts: the chosen server, or all of them together. */
export interface Point {
  /** Of each second. */
  readonly requests: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  /** Milliseconds; null where nothing was answered. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly inFlight: number;
  readonly connections: number;
  /** Bytes. */
  readonly heapUsed: number;
  readonly heapHeld: number;
  readonly heapLimit: number;
  readonly external: number;
  readonly resident: number;
  /** Millionths of the time. */
  readonly gc: number;
  readonly gcRuns: number;
  readonly loopBusy: number;
  readonly loopDelayP50Ms: number;
  readonly loopDelayP99Ms: number;
  readonly handles: number;
  /** Millionths of one core, and of all of them. */
  readonly ownCpu: number;
  readonly cpu: number;
  readonly load: number;
  readonly memoryTotal: number;
  readonly memoryUsed: number;
  readonly diskTotal: number;
  readonly diskUsed: number;
  /** Bytes of each second; null where the system does not say. */
  readonly received: number | null;
  readonly sent: number | null;
  readonly poolUsed: number;
  readonly poolOpen: number;
  readonly poolWaiting: number;
  readonly devicesWaiting: number;
}

/** When the places begin, oldest first, in epoch milliseconds. */
export function placesUntil(now: number): number[] {
  const last = Math.floor(now / POINT_MS) * POINT_MS;
  return Array.from({ length: POINTS }, (_, index) => last - (POINTS - 1 - index) * POINT_MS);
}

/** Ten minutes of figures up to `now`; undefined where nothing was said. */
export function pointsOf(readings: readonly Reading[], now: number, serverId?: string): (Point | undefined)[] {
  const first = placesUntil(now)[0] ?? now;
  const said = Array.from({ length: POINTS }, () => new Map<string, Figures[]>());
  for (const reading of readings) {
    if (serverId !== undefined && reading.serverId !== serverId) continue;
    const place = said[Math.floor((Date.parse(reading.at) - first) / POINT_MS)];
    const own = place?.get(reading.serverId);
    if (own) own.push(reading.figures);
    else place?.set(reading.serverId, [reading.figures]);
  }
  return said.map((place) => (place.size === 0 ? undefined : together([...place.values()])));
}

/** Of servers that all said something: what is counted is added, of the machine it is the one that is worst off. */
function together(servers: readonly (readonly Figures[])[]): Point {
  const newest = servers.flatMap((said) => said.at(-1) ?? []);
  const buckets = servers.flat().reduce<number[]>((sum, { buckets }) => addBuckets(sum, buckets), []);
  const sum = (of: (figures: Figures) => number): number => newest.reduce((all, figures) => all + of(figures), 0);
  const most = (of: (figures: Figures) => number): number => Math.max(...servers.flat().map(of));
  /** Of each second, of all servers. */
  const rate = (of: (figures: Figures) => number): number =>
    servers.reduce((all, said) => {
      const ms = said.reduce((time, figures) => time + figures.ms, 0);
      return all + (ms === 0 ? 0 : (said.reduce((count, figures) => count + of(figures), 0) / ms) * SECOND_MS);
    }, 0);
  const traffic = (of: (figures: Figures) => number | null): number | null => {
    const known = servers
      .map((said) => said.filter((figures) => of(figures) !== null))
      .filter((said) => said.length > 0);
    const each = known.map((said) => {
      const ms = said.reduce((time, figures) => time + figures.ms, 0);
      return (said.reduce((bytes, figures) => bytes + (of(figures) ?? 0), 0) / Math.max(1, ms)) * SECOND_MS;
    });
    return each.length === 0 ? null : Math.max(...each);
  };
  const fullest = (total: (of: Figures) => number, free: (of: Figures) => number): { total: number; used: number } =>
    newest
      .map((figures) => ({ total: total(figures), used: total(figures) - free(figures) }))
      .reduce((a, b) => (b.used * a.total > a.used * b.total ? b : a));
  const memory = fullest(
    (of) => of.memoryTotal,
    (of) => of.memoryFree,
  );
  const disk = fullest(
    (of) => of.diskTotal,
    (of) => of.diskFree,
  );
  return {
    requests: rate((of) => of.requests),
    clientErrors: rate((of) => of.clientErrors),
    serverErrors: rate((of) => of.serverErrors),
    p50: quantileMs(buckets, 0.5) ?? null,
    p95: quantileMs(buckets, 0.95) ?? null,
    p99: quantileMs(buckets, 0.99) ?? null,
    inFlight: sum((of) => of.inFlight),
    connections: sum((of) => of.connections),
    heapUsed: sum((of) => of.heapUsed),
    heapHeld: sum((of) => of.heapHeld),
    heapLimit: sum((of) => of.heapLimit),
    external: sum((of) => of.external),
    resident: sum((of) => of.resident),
    // milliseconds of a second are thousandths
    gc: Math.round((rate((of) => of.gcMs) * 1_000) / servers.length),
    gcRuns: rate((of) => of.gcRuns),
    loopBusy: most((of) => of.loopBusy),
    loopDelayP50Ms: most((of) => of.loopDelayP50Ms),
    loopDelayP99Ms: most((of) => of.loopDelayP99Ms),
    handles: sum((of) => of.handles),
    ownCpu: sum((of) => of.ownCpu),
    cpu: most((of) => of.cpu),
    load: most((of) => of.load),
    memoryTotal: memory.total,
    memoryUsed: memory.used,
    diskTotal: disk.total,
    diskUsed: disk.used,
    received: traffic((of) => of.received),
    sent: traffic((of) => of.sent),
    poolUsed: sum((of) => of.poolUsed),
    poolOpen: sum((of) => of.poolOpen),
    poolWaiting: sum((of) => of.poolWaiting),
    devicesWaiting: sum((of) => of.devicesWaiting),
  };
}

/** What is had already with what came, each once, and nothing that is older than ten minutes. */
export function withNewer(had: readonly Reading[], came: readonly Reading[], now: number): Reading[] {
  const oldest = new Date(now - KEPT_MS - POINT_MS).toISOString();
  const each = new Map([...had, ...came].map((reading) => [`${reading.at} ${reading.serverId}`, reading]));
  return [...each.values()].filter(({ at }) => at >= oldest).sort((a, b) => a.at.localeCompare(b.at));
}
