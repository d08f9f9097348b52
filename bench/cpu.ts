import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { statOf } from './processes.ts';

/** A process, or one with all that it has started. */
export interface Watched {
  readonly name: string;
  readonly pid: number;
  readonly isFamily?: boolean;
}

export interface Load {
  readonly seconds: number;
  /** Processor time of each in milliseconds, and what its busiest process had of one core. */
  readonly of: ReadonlyMap<string, { readonly ms: number; readonly busiest: number }>;
  /** Share of all cores that were busy, with all else on the machine. */
  readonly machine: number;
}

/** Above this share of a core a process has nothing left to give. */
const FULL = 0.85;

/** What each has worked from now to the call of what is answered. */
export function watchCpu(watched: readonly Watched[]): () => Load {
  const began = performance.now();
  const before = watched.map(timesOf);
  const machineBefore = machineTicks();
  return () => {
    const seconds = (performance.now() - began) / 1_000;
    const machineAfter = machineTicks();
    const of = watched.map((one, at) => {
      const worked = [...timesOf(one)].map(([pid, ms]) => ms - (before[at]?.get(pid) ?? 0));
      const ms = worked.reduce((sum, each) => sum + each, 0);
      return [one.name, { ms, busiest: Math.max(0, ...worked) / 1_000 / seconds }] as const;
    });
    const all = machineAfter.all - machineBefore.all;
    return { seconds, of: new Map(of), machine: all === 0 ? 0 : (machineAfter.busy - machineBefore.busy) / all };
  };
}

/** The process that is nearest to one core, and whether the machine itself was full. */
export function firstToSaturate({ of, machine }: Load): string {
  const [first] = [...of].sort(([, a], [, b]) => b.busiest - a.busiest);
  if (!first) return '';
  const cores = availableParallelism();
  const nearest = `${first[0]}: ${percent(first[1].busiest)} of a core`;
  const whole = `the ${cores} cores of the machine: ${percent(machine)}`;
  return machine > FULL && first[1].busiest < FULL ? `${whole}; ${nearest}` : `${nearest}; ${whole}`;
}

export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** By process. What has ended meanwhile is not counted: connections to a database stay. */
function timesOf({ pid, isFamily }: Watched): Map<number, number> {
  const times = new Map<number, number>();
  const own = statOf(pid);
  if (own) times.set(pid, own.ownMs);
  if (!isFamily) return times;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat?.parent === pid) times.set(Number(name), stat.ownMs);
  }
  return times;
}

function machineTicks(): { busy: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, each) => sum + each, 0);
  return { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0) };
}

export function highestMemory(pids: Readonly<Record<string, number>>): { end(): ReadonlyMap<string, number> } {
  const highest = new Map<string, number>();
  const look = (): void => {
    for (const [name, pid] of Object.entries(pids))
      highest.set(name, Math.max(highest.get(name) ?? 0, statOf(pid)?.rssBytes ?? 0));
  };
  const timer = setInterval(look, 250);
  look();
  return {
    end: () => {
      clearInterval(timer);
      return highest;
    },
  };
}
