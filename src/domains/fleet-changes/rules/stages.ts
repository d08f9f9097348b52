import type { RobotState, Stage } from '../contract/fleet-changes.ts';

/** The stage of the robot at this place (from 0) among all: the first robot, the first tenth (rounded up), the others. */
export function stageOf(turn: number, all: number): Stage {
  if (turn === 0) return 0;
  return turn < Math.ceil(all / 10) ? 1 : 2;
}

/** How many robots each stage tells. */
export function stageSizes(all: number): [number, number, number] {
  const sizes: [number, number, number] = [0, 0, 0];
  for (let turn = 0; turn < all; turn += 1) sizes[stageOf(turn, all)] += 1;
  return sizes;
}

export interface StageFacts {
  readonly stage: number;
  /** Of this stage: not told yet, and told without an answer. */
  readonly waiting: number;
  readonly open: number;
  /** Of all stages: told and expected to answer, and of those failed or silent. */
  readonly told: number;
  readonly bad: number;
  readonly limitPercent: number;
  /** Until when the robots of this stage are watched. */
  readonly watchedUntil: Date | null;
}

export interface StageRobot {
  readonly state: RobotState;
  /** It was away when it was told: nobody waits for it. */
  readonly wasAway: boolean;
  /** When it was seen to be in this state. */
  readonly endedAt: Date | null;
}

/**
 * Until when the robots of a stage are watched: from the moment when the last one of them took the change over. Null while one
 * may still do so, and where nobody runs with it.
 */
export function watchedUntil(robots: readonly StageRobot[], watchSeconds: number): Date | null {
  if (watchSeconds === 0 || robots.some(({ state }) => state === 'waiting' || state === 'sent')) return null;
  const taken = robots.flatMap(({ state, wasAway, endedAt }) =>
    state === 'done' && !wasAway && endedAt ? [endedAt.getTime()] : [],
  );
  return taken.length === 0 ? null : new Date(Math.max(...taken) + watchSeconds * 1000);
}

/** What a running change does now. Too many bad ones go before everything else. */
export function decideStage(facts: StageFacts, now: Date): 'stop' | 'send' | 'wait' | 'next' | 'done' {
  if (facts.bad * 100 > facts.told * facts.limitPercent) return 'stop';
  if (facts.waiting > 0) return 'send';
  if (facts.open > 0) return 'wait';
  if (facts.watchedUntil !== null && now < facts.watchedUntil) return 'wait';
  return facts.stage === 2 ? 'done' : 'next';
}
