import type { Robot } from '../robots/robot-view.ts';
import { createTimers } from '../world/timers.ts';
import { refillRound } from './refill-round.ts';

export interface Staff {
  stop(): void;
}

const LOOKS_EVERY_MS = 60_000;

/**
 * Somebody looks after each spot that sells day and night, before anything runs low; elsewhere a robot calls for service by
 * itself. What is filled in is told by the robot, as by every robot.
 */
export function startStaff(spots: readonly (readonly Robot[])[]): Staff {
  const timers = createTimers();
  const look = (): void => {
    for (const robots of spots) {
      const byImei = new Map(robots.map((robot) => [robot.imei, robot]));
      for (const { imei, material } of refillRound(robots.map((robot) => robot.view())))
        byImei.get(imei)?.fault({ kind: 'refill', material });
    }
    timers.after(LOOKS_EVERY_MS, look);
  };
  look();
  return { stop: timers.stop };
}
