import type { RobotHealth } from '../contract/robot-status.ts';

/** How loud each health is, worst first; one that was never connected needs no attention. */
export const HEALTH_TONES = {
  offline: 'danger',
  fault: 'danger',
  soldOut: 'danger',
  maintenance: 'info',
  warning: 'warning',
  selling: 'success',
  notConnected: 'neutral',
} as const satisfies Record<RobotHealth, string>;
