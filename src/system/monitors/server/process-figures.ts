import { readFile, statfs } from 'node:fs/promises';
import { cpus, freemem, loadavg, totalmem } from 'node:os';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Figures } from '../contract/figures.ts';
import { networkBytes } from '../rules/network-bytes.ts';

type Named =
  | ('heapUsed' | 'heapHeld' | 'heapLimit' | 'external' | 'resident' | 'gcRuns' | 'gcMs')
  | ('loopDelayP50Ms' | 'loopDelayP99Ms' | 'loopBusy' | 'handles' | 'ownCpu' | 'cpu' | 'load')
  | ('memoryTotal' | 'memoryFree' | 'diskTotal' | 'diskFree' | 'received' | 'sent');
export type ProcessFigures = Pick<Figures, Named>;

const MILLION = 1_000_000;
const LOOP_RESOLUTION_MS = 10;
const millionths = (share: number): number => (Number.isFinite(share) && share > 0 ? Math.round(share * MILLION) : 0);
const millis = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / MILLION - LOOP_RESOLUTION_MS) : 0;

/** Measures the process and its machine; what is counted, is counted since the look before. */
export class ProcessMeter {
  readonly #dataDir: string;
  readonly #delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  readonly #collections = { runs: 0, ms: 0 };
  readonly #watcher: PerformanceObserver;
  #at = performance.now();
  #own = process.cpuUsage();
  #cpus = busyCpus();
  #loop = performance.eventLoopUtilization();
  #network: { received: number; sent: number } | undefined;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#watcher = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        this.#collections.runs += 1;
        this.#collections.ms += duration;
      }
    });
    this.#watcher.observe({ entryTypes: ['gc'] });
    this.#delay.enable();
  }

  async look(): Promise<ProcessFigures> {
    const now = performance.now();
    const passedMs = Math.max(1, now - this.#at);
    this.#at = now;
    const own = process.cpuUsage(this.#own);
    this.#own = process.cpuUsage();
    const busy = busyCpus();
    const all = busy.all - this.#cpus.all;
    const cpu = all > 0 ? (busy.busy - this.#cpus.busy) / all : 0;
    this.#cpus = busy;
    const loop = performance.eventLoopUtilization();
    const loopBusy = performance.eventLoopUtilization(loop, this.#loop).utilization;
    this.#loop = loop;
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const figures = {
      heapUsed,
      heapHeld: heapTotal,
      heapLimit: getHeapStatistics().heap_size_limit,
      external,
      resident: rss,
      gcRuns: this.#collections.runs,
      gcMs: this.#collections.ms,
      loopDelayP50Ms: millis(this.#delay.percentile(50)),
      loopDelayP99Ms: millis(this.#delay.percentile(99)),
      loopBusy: millionths(loopBusy),
      handles: process.getActiveResourcesInfo().length,
      ownCpu: millionths((own.user + own.system) / 1_000 / passedMs),
      cpu: millionths(cpu),
      load: loadavg()[0] ?? 0,
      memoryTotal: totalmem(),
      memoryFree: freemem(),
    };
    this.#delay.reset();
    Object.assign(this.#collections, { runs: 0, ms: 0 });
    return { ...figures, ...(await this.#disk()), ...(await this.#traffic()) };
  }

  async #disk(): Promise<Pick<Figures, 'diskTotal' | 'diskFree'>> {
    const found = await statfs(this.#dataDir).catch(() => undefined);
    return {
      diskTotal: (found?.blocks ?? 0) * (found?.bsize ?? 0),
      diskFree: (found?.bavail ?? 0) * (found?.bsize ?? 0),
    };
  }

  async #traffic(): Promise<Pick<Figures, 'received' | 'sent'>> {
    const text = await readFile('/proc/net/dev', 'utf8').catch(() => undefined);
    const now = text === undefined ? undefined : networkBytes(text);
    const before = this.#network;
    this.#network = now;
    if (!now || !before) return { received: null, sent: null };
    return { received: Math.max(0, now.received - before.received), sent: Math.max(0, now.sent - before.sent) };
  }

  stop(): void {
    this.#watcher.disconnect();
    this.#delay.disable();
  }
}

function busyCpus(): { busy: number; all: number } {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle;
    all += sum;
    busy += sum - times.idle;
  }
  return { busy, all };
}
