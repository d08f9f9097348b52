import type { RobotToChange } from '#domains/robots/server/index.ts';
import type { Values } from '../contract/endpoints.ts';
import type { ToldRobot } from '../rules/judge-robot.ts';
import type { StoredChange, StoredRobot } from './change-store.ts';
import { valuesOf } from './plan-change.ts';

/** A robot that was told these values by a change, as it is now. */
export const toldRobot = (
  { kind, wait_seconds }: StoredChange,
  { version, sent_at }: StoredRobot,
  robot: RobotToChange,
  { wanted, builtIn, now }: { readonly wanted: Values; readonly builtIn: string; readonly now: Date },
): ToldRobot => ({
  ...{ kind, wanted, current: valuesOf(robot, Object.keys(wanted), builtIn) },
  ...{ version: version ?? 0, reportedVersion: robot.config_version, reported: robot.reported },
  ...{ firmware: robot.firmware, sentAt: sent_at ?? now, waitSeconds: wait_seconds },
});
