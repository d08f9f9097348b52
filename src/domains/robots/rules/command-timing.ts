import { CONFIGURING, type CommandTiming, MOVING } from '#domains/devices/rules/command-timing.ts';
import type { RobotCommand } from '#domains/robots/contract/commands.ts';

/** Practice 11. */
export const COMMAND_TIMING: Readonly<Record<RobotCommand, CommandTiming>> = {
  makeOrder: { ...MOVING, resultSeconds: 300, takesTurns: true },
  // the arm homes after a restart
  restart: MOVING,
  setMaintenance: CONFIGURING,
  uploadLog: { ...CONFIGURING, resultSeconds: 600 },
  // asked again anyway at the next gap
  reportState: MOVING,
  clean: MOVING,
  openOutlet: MOVING,
};
