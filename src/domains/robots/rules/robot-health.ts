import type { HealthReason } from '#domains/robots/contract/robot.ts';
import type { HEALTH_REASONS, RobotHealth, RobotMode, SoldOutState } from '#domains/robots/contract/robot-status.ts';

export interface HealthFacts {
  /** Has ever sent a message. */
  readonly isKnown: boolean;
  readonly online: boolean;
  /** Active faults. */
  readonly abnormal: boolean;
  readonly mode: RobotMode;
  readonly soldOut: SoldOutState;
  readonly offersAnything: boolean;
  /** Names of necessary materials that do not reach for a drink that is offered. */
  readonly missing: readonly string[];
  /** Names of materials below their mark. */
  readonly low: readonly string[];
}

export interface HealthOfRobot {
  readonly health: RobotHealth;
  readonly reason: HealthReason;
}

/** How a robot is and why, worst first (settled 154): the first that is true. In SQL the same is `server/robot-health-sql.ts`. */
export function robotHealth(facts: HealthFacts): HealthOfRobot {
  const { missing, low } = facts;
  if (!facts.isKnown) return because('notConnected', 'neverConnected');
  if (!facts.online) return because('offline', 'offline');
  if (facts.abnormal) return because('fault', 'fault');
  if (facts.soldOut === 'soldOut') {
    if (!facts.offersAnything) return because('soldOut', 'nothingOffered');
    return missing.length > 0 ? because('soldOut', 'outOfMaterials', missing) : because('soldOut', 'switchedOff');
  }
  if (facts.mode === 'maintain') return because('maintenance', 'maintenance');
  if (facts.soldOut === 'partly')
    return missing.length > 0
      ? because('warning', 'someOutOfMaterials', missing)
      : because('warning', 'someSwitchedOff');
  if (low.length > 0) return because('warning', 'lowMaterials', low);
  return because('selling', 'selling');
}

function because(
  health: RobotHealth,
  code: (typeof HEALTH_REASONS)[number],
  materials: readonly string[] = [],
): HealthOfRobot {
  return { health, reason: { code, materials: [...materials] } };
}
