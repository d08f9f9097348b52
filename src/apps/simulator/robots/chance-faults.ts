import type { Random } from '../world/random.ts';
import type { Timers } from '../world/timers.ts';
import type { RobotFaultRates } from './robot-faults.ts';

const DAY_MS = 86_400_000;

export interface ChanceTargets {
  drop(afterMs: number): void;
  pullPlug(): void;
  plugIn(): void;
}

/** Faults that nobody asked for: a Poisson process of each kind, drawn from the robot's own stream of the seed. */
export function startChanceFaults(rates: RobotFaultRates, random: Random, timers: Timers, robot: ChanceTargets): void {
  const repeat = (perDay: number | undefined, stream: string, work: (draw: Random) => void): void => {
    if (perDay === undefined || perDay <= 0) return;
    const draw = random.stream(stream);
    const next = (): void => {
      timers.after(draw.exponential(DAY_MS / perDay), () => {
        work(draw);
        next();
      });
    };
    next();
  };
  repeat(rates.dropConnectionsPerDay, 'drops', (draw) => robot.drop(draw.integer(200, 20_000)));
  repeat(rates.powerCutsPerDay, 'power', (draw) => {
    robot.pullPlug();
    timers.after(draw.integer(30, 300) * 1000, robot.plugIn);
  });
}
