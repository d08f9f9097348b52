// Robots of the fleet that come, report, and are dropped, as many as asked for.

import { setTimeout as sleep } from 'node:timers/promises';
import { answerTasks } from './answer-tasks.ts';
import { Robot } from './robot.ts';
import { FLEET_ROBOTS, FLEET_TENANT } from './world.ts';

export type FleetTask =
  /** All that are away come at any moment of this time, and again after a while where they are not let in. */
  | { readonly do: 'come'; readonly port: number; readonly robots: number; readonly withinMs: number }
  /** Each reports events, one after the other, as fast as they are acknowledged. */
  | { readonly do: 'report'; readonly forMs: number }
  /** All connections break: the broker hears of every second one, the others it believes in until they are back. */
  | { readonly do: 'drop' };

export interface FleetAnswer {
  readonly elapsedMs: number;
  /** How often a robot had to try again, or was put out after it was in. */
  readonly refusals: number;
  readonly acknowledged: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Before a robot that was not let in tries again. */
const PAUSE_MS = { least: 1_000, most: 60_000 };

/** Which robot of the fleet is the nth of so many: they are spread over all spots. */
export const robotNoOf = (nth: number, robots: number): number => 1 + Math.floor((nth * FLEET_ROBOTS) / robots);

const robots = new Map<number, Robot>();
let refusals = 0;

/** Resolves when it is in; whenever it is out again by no doing of ours, it comes again. */
async function join(port: number, number: number): Promise<void> {
  for (let pause = PAUSE_MS.least; ; pause = Math.min(2 * pause, PAUSE_MS.most)) {
    try {
      const robot = await Robot.open(port, FLEET_TENANT, number);
      robots.set(number, robot);
      robot.whenLost(() => {
        refusals += 1;
        void join(port, number);
      });
      return;
    } catch {
      refusals += 1;
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

answerTasks(drive);

async function drive(task: FleetTask): Promise<FleetAnswer> {
  const began = performance.now();
  const times: number[] = [];
  refusals = 0;
  if (task.do === 'come') {
    const numbers = Array.from({ length: task.robots }, (_, nth) => robotNoOf(nth, task.robots));
    await Promise.all(
      numbers.map(async (number) => {
        if (robots.has(number)) return;
        await sleep(Math.random() * task.withinMs);
        await join(task.port, number);
      }),
    );
  } else if (task.do === 'drop') {
    for (const [nth, robot] of [...robots.values()].entries()) robot.drop(nth % 2 === 0);
    robots.clear();
  } else {
    const until = began + task.forMs;
    await Promise.all(
      [...robots.values()].map(async (robot) => {
        while (performance.now() < until) {
          const before = performance.now();
          await robot.report();
          times.push(performance.now() - before);
        }
      }),
    );
    times.sort((a, b) => a - b);
  }
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return {
    ...{ elapsedMs: performance.now() - began, refusals, acknowledged: times.length },
    ...{ p50Ms: at(0.5), p99Ms: at(0.99) },
  };
}
