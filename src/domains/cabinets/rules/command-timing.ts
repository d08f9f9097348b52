import { CONFIGURING, type CommandTiming, MOVING } from '#domains/devices/rules/command-timing.ts';
import type { CabinetCommand } from '../contract/commands.ts';

/** Practice 9 and 11. */
export const CABINET_TIMING: Readonly<Record<CabinetCommand, CommandTiming>> = {
  // without a result within its time to live the slot is looked at, and not before: until then the cabinet may still do it
  eject: { ...MOVING, acceptSeconds: MOVING.ttlSeconds, resultSeconds: MOVING.ttlSeconds },
  popAll: { ...MOVING, resultSeconds: 300 },
  check: { ...MOVING, resultSeconds: 30 },
  // asked again anyway
  uploadAll: MOVING,
  loadAds: { ...CONFIGURING, resultSeconds: 600 },
};
