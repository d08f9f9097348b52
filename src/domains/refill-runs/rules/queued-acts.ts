import type { RefillRun, RunStop } from '../contract/endpoints.ts';

/** An act that stands on the phone and was not taken by the server yet. */
export type QueuedAct =
  | { readonly kind: 'start' | 'finish'; readonly id: string; readonly at: string }
  | {
      readonly kind: 'confirm';
      readonly id: string;
      readonly at: string;
      readonly robotId: string;
      readonly materials: readonly { readonly materialId: string; readonly amount: number }[];
    }
  | {
      readonly kind: 'skip';
      readonly id: string;
      readonly at: string;
      readonly robotId: string;
      readonly reason: string;
    };

/** Runs as they will be once the server has taken what waits: what somebody did is seen at once, with or without a network. */
export function withActs(runs: readonly RefillRun[], acts: readonly QueuedAct[]): readonly RefillRun[] {
  return runs.map((run) => acts.filter(({ id }) => id === run.id).reduce(afterAct, run));
}

function afterAct(run: RefillRun, act: QueuedAct): RefillRun {
  const begun = run.state === 'planned' ? { ...run, state: 'running' as const, startedAt: act.at } : run;
  switch (act.kind) {
    case 'start':
      return begun;
    case 'finish':
      return {
        ...begun,
        ...{ state: 'done', endedAt: act.at },
        stops: begun.stops.map((stop) => (stop.state === 'waiting' ? { ...stop, state: 'skipped' } : stop)),
      };
    case 'skip':
      return at(begun, act.robotId, (stop) =>
        stop.state === 'filled' ? stop : { ...stop, state: 'skipped', reason: act.reason, doneAt: act.at },
      );
    case 'confirm': {
      const amounts = new Map(act.materials.map(({ materialId, amount }) => [materialId, amount]));
      return at(begun, act.robotId, (stop) => ({
        ...stop,
        ...{ state: 'filled', reason: '', doneAt: act.at },
        materials: stop.materials.map((one) => {
          const level = amounts.get(one.materialId);
          return level === undefined ? one : { ...one, level, hoursToEmpty: null, filledAt: act.at };
        }),
      }));
    }
  }
}

const at = (run: RefillRun, robotId: string, change: (stop: RunStop) => RunStop): RefillRun => ({
  ...run,
  stops: run.stops.map((stop) => (stop.robotId === robotId ? change(stop) : stop)),
});

/** What to do with an act that the server did not take. */
export type AfterFailure = 'wait' | 'refused';

/**
 * Without an answer, with a server in trouble, too many calls, or a session that is over, the act waits and everything after it;
 * any other refusal is final, and is told in words. `status` is 0 without an answer.
 */
export const afterFailure = (status: number): AfterFailure =>
  status === 0 || status >= 500 || [401, 408, 425, 429].includes(status) ? 'wait' : 'refused';
