import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { saveRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { AddPhaseRequest } from '../contract/endpoints.ts';
import type { FeePlanRecord } from '../contract/fee-plans.ts';
import { MOST_PHASES } from '../contract/plan.ts';

/** Settled 66. A caller that does not say which version it knows adds to the newest one. */
export const addPhase =
  (served: ServedKind) =>
  async (context: RequestContext, { id, version, ...phase }: AddPhaseRequest): Promise<null> => {
    const plan = (await oneRecord(served, context, id)) as unknown as FeePlanRecord;
    if (plan.phases.length >= MOST_PHASES)
      raise('request.malformed', {}, { faults: [{ path: 'startMinute', code: 'fee-plan.too-many-phases' }] });
    if (plan.phases.some(({ startMinute }) => startMinute === phase.startMinute))
      raise('request.malformed', {}, { faults: [{ path: 'startMinute', code: 'fee-plan.start-taken' }] });
    const phases = [...plan.phases, phase].toSorted((one, other) => one.startMinute - other.startMinute);
    await context.transaction((tx) =>
      saveRecord(served, context, tx, { id, version: version ?? plan.version, given: { phases }, words: undefined }),
    );
    return null;
  };
