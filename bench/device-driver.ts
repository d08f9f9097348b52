// A thousand robots that are born and then report, each waiting for its acknowledgement: events of twenty tenants as fast as they are
// taken, or what the robots of one fleet measure, once in a while.

import { setTimeout as sleep } from 'node:timers/promises';
import { answerTasks } from './answer-tasks.ts';
import { Robot } from './robot.ts';
import { DEVICE_CONNECTIONS, FIRST_TENANT, FLEET_ROBOTS, FLEET_TENANT, ROBOTS_PER_TENANT } from './world.ts';

export interface DeviceTask {
  readonly port: number;
  readonly forMs: number;
  /**
   * The robots of the fleet report what they measure once in this time, spread over it, and stay connected for the next task; else
   * all report events at once, and leave.
   */
  readonly everyMs?: number;
}

export interface DeviceAnswer {
  readonly connectMs: number;
  readonly elapsedMs: number;
  /** Events of the measured time and of the warm-up before it. */
  readonly acknowledged: number;
  readonly acknowledgedInAll: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Those that report are spread over the fleet, so that every page of its list shows some. */
const FLEET_STEP = FLEET_ROBOTS / DEVICE_CONNECTIONS;
const WARM_UP_MS = 1_000;
/** Connects at once at most this many, as devices after a power cut do not all come in the same millisecond. */
const CONNECT_AT_ONCE = 50;

answerTasks(drive);

let fleet: Robot[] | undefined;

async function connectAll(port: number, isOfFleet: boolean): Promise<Robot[]> {
  const robots: Robot[] = [];
  for (let from = 0; from < DEVICE_CONNECTIONS; from += CONNECT_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(CONNECT_AT_ONCE, DEVICE_CONNECTIONS - from) }, (_, i) => from + i);
    robots.push(...(await Promise.all(numbers.map((number) => open(port, number, isOfFleet)))));
  }
  return robots;
}

function open(port: number, number: number, isOfFleet: boolean): Promise<Robot> {
  if (isOfFleet) return Robot.open(port, FLEET_TENANT, 1 + number * FLEET_STEP);
  return Robot.open(port, FIRST_TENANT + Math.floor(number / ROBOTS_PER_TENANT), 1 + (number % ROBOTS_PER_TENANT));
}

async function drive({ port, forMs, everyMs }: DeviceTask): Promise<DeviceAnswer> {
  const began = performance.now();
  const robots = (everyMs === undefined ? undefined : fleet) ?? (await connectAll(port, everyMs !== undefined));
  if (everyMs !== undefined) fleet = robots;
  const connectMs = performance.now() - began;

  const times: number[] = [];
  let acknowledgedInAll = 0;
  const measureFrom = performance.now() + WARM_UP_MS;
  const until = measureFrom + forMs;
  let last = measureFrom;
  await Promise.all(
    robots.map(async (robot, at) => {
      const rest = (ms: number) => sleep(Math.max(0, Math.min(ms, until - performance.now())));
      if (everyMs !== undefined) await rest((everyMs * at) / robots.length);
      while (performance.now() < until) {
        const before = performance.now();
        await (everyMs === undefined ? robot.report() : robot.measure());
        const now = performance.now();
        acknowledgedInAll += 1;
        if (now < measureFrom) continue;
        last = now;
        times.push(now - before);
        if (everyMs !== undefined) await rest(everyMs);
      }
    }),
  );
  if (robots !== fleet) for (const robot of robots) robot.leave();
  times.sort((a, b) => a - b);
  return {
    connectMs,
    elapsedMs: last - measureFrom,
    acknowledged: times.length,
    acknowledgedInAll,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}
