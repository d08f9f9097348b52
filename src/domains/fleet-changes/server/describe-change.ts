import type { TenantDb } from '#platform/database/server/database.ts';
import { type FleetChange, LISTED_ROBOTS, type StageCounts } from '../contract/endpoints.ts';
import { ROBOT_STATES, type RobotState, STAGES } from '../contract/fleet-changes.ts';
import { watchedUntil } from '../rules/stages.ts';
import { robotsOf, type StoredChange, type StoredRobot } from './change-store.ts';

/** What needs a look comes first. */
const ORDER: readonly RobotState[] = [
  ...(['failed', 'silent', 'returning', 'sent', 'returned', 'left', 'later', 'done', 'waiting'] as const),
];

export async function describeChange(db: TenantDb, change: StoredChange): Promise<FleetChange> {
  const robots = await robotsOf(db, change.id);
  const place = (state: RobotState) => ORDER.indexOf(state);
  return {
    ...{ id: change.id, kind: change.kind, wanted: change.wanted, reason: change.reason, state: change.state },
    ...{ stage: change.stage, stoppedBecause: change.stopped_because, limitPercent: change.limit_percent },
    ...{ waitMinutes: Math.round(change.wait_seconds / 60), watchMinutes: Math.round(change.watch_seconds / 60) },
    ...{ takesBack: change.takes_back, requestedByName: change.requested_by_name },
    createdAt: change.created_at.toISOString(),
    endedAt: change.ended_at?.toISOString() ?? null,
    watchedUntil: change.state === 'running' ? (stageWatchedUntil(change, robots)?.toISOString() ?? null) : null,
    stages: STAGES.map((stage) => {
      const counts = Object.fromEntries(ROBOT_STATES.map((state) => [state, 0])) as StageCounts;
      for (const robot of robots) if (robot.stage === stage) counts[robot.state] += 1;
      return counts;
    }),
    robots: robots
      .toSorted((one, other) => place(one.state) - place(other.state) || one.turn - other.turn)
      .slice(0, LISTED_ROBOTS)
      .map((robot) => ({
        ...{ imei: robot.imei, name: robot.name, stage: robot.stage, state: robot.state, message: robot.message },
        ...{ before: robot.before, wanted: robot.wanted },
        sentAt: robot.sent_at?.toISOString() ?? null,
        endedAt: robot.ended_at?.toISOString() ?? null,
      })),
  };
}

/** Until when the stage of the change is watched, as its robots are now. */
export function stageWatchedUntil(change: StoredChange, robots: readonly StoredRobot[]): Date | null {
  const inStage = robots
    .filter(({ stage }) => stage === change.stage)
    .map(({ state, stage, was_online, ended_at }) => ({
      ...{ state, endedAt: ended_at },
      // the first one is waited for in any case
      wasAway: stage !== 0 && !was_online,
    }));
  return watchedUntil(inStage, change.watch_seconds);
}
