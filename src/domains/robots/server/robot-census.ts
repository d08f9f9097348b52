import { MOST_MONITORED } from '#domains/robots/contract/endpoints.ts';
import type { HealthCounts, MonitorCounts } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS, ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { SharedAnswers } from '#platform/context/server/shared-answers.ts';
import { findRobotGroups, type RobotFilters, type RobotGroup, type RobotSight } from './robot-store.ts';

/** From so many robots on everybody who watches them is told the same for a while (decision 124). */
export const LARGE_FLEET = 1_000;
const SHARED_FOR_MS = 4_000;

export interface Census {
  readonly groups: readonly Omit<RobotGroup, 'first'>[];
  /** Ids of the worst, those of one health by spot and name. */
  readonly worst: readonly string[];
}

const shared = new WeakMap<Services, SharedAnswers<Census>>();

/**
 * How all robots are that the caller sees. Of a large fleet this may be a few seconds old: its pages ask again and again, and all of
 * them for the same.
 */
export async function readCensus(
  { services, tenantId, read }: Pick<RequestContext, 'services' | 'tenantId' | 'read'>,
  sight: RobotSight,
): Promise<Census> {
  const ask = async (): Promise<Census> => {
    const groups = await read((db) => findRobotGroups(db, {}, sight, undefined, MOST_MONITORED));
    return { groups: groups.map(({ first: _, ...group }) => group), worst: worstOf(groups) };
  };
  // what data rules leave is its reader's own
  if (sight.ruled !== undefined) return ask();
  const answers = shared.get(services) ?? new SharedAnswers<Census>({ forMs: SHARED_FOR_MS, isDear });
  shared.set(services, answers);
  return answers.get(JSON.stringify([tenantId, sight.spotIds?.toSorted() ?? null]), ask);
}

const isDear = ({ groups }: Census): boolean => countsOf(groups).total >= LARGE_FLEET;

/** Whether these filters of the list leave all that its reader sees. */
export const asksOfAll = (filters: RobotFilters): boolean =>
  Object.values(filters).every((value) => value === undefined || value === '');

export function countsOf(groups: Census['groups']): MonitorCounts {
  const sum = (of: (group: Census['groups'][number]) => number): number =>
    groups.reduce((total, group) => total + of(group), 0);
  const countOf = (health: RobotHealth): number => sum((group) => (group.health === health ? group.total : 0));
  return {
    total: sum(({ total }) => total),
    normal: sum(({ normal }) => normal),
    maintain: sum(({ maintain }) => maintain),
    offline: sum(({ offline }) => offline),
    abnormal: sum(({ abnormal }) => abnormal),
    attention: ATTENTION_HEALTHS.reduce((total, health) => total + countOf(health), 0),
    health: Object.fromEntries(ROBOT_HEALTHS.map((health) => [health, countOf(health)])) as HealthCounts,
  };
}

function worstOf(groups: readonly RobotGroup[]): string[] {
  const ofHealth = Map.groupBy(groups, ({ health }) => health);
  return ROBOT_HEALTHS.flatMap((health) => ofHealth.get(health) ?? [])
    .flatMap(({ first }) => first)
    .slice(0, MOST_MONITORED);
}
