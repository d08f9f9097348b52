import type { RobotView } from '../robots/robot-view.ts';

type Stocked = Pick<RobotView, 'imei' | 'powered' | 'materials'>;

export interface Refill {
  readonly imei: string;
  readonly material: string;
}

/** A round begins where something is below this share of its container … */
const ROUND_BELOW = 0.4;
/** … and fills up whatever is not full, so that no robot of the spot has more to sell than the others. */
const FULL_FROM = 0.97;

/**
 * What somebody fills up who looks after a busy spot: nothing yet, or all of its robots at once. A container that somebody has
 * emptied on purpose stays empty until it is asked for.
 */
export function refillRound(robots: readonly Stocked[]): Refill[] {
  const containers = robots
    .filter(({ powered }) => powered)
    .flatMap(({ imei, materials }) => materials.map(({ code, level, capacity }) => ({ imei, code, level, capacity })))
    .filter(({ level }) => level > 0);
  if (!containers.some(({ level, capacity }) => level < capacity * ROUND_BELOW)) return [];
  return containers
    .filter(({ level, capacity }) => level < capacity * FULL_FROM)
    .map(({ imei, code }) => ({ imei, material: code }));
}
