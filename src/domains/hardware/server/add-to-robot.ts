import type { RequestContext } from '#platform/context/server/request-context.ts';
import { saveRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { AddHardwareRequest } from '../contract/endpoints.ts';

/** All of them or none; each leaves its line in the part's history. */
export const addToRobot =
  (served: ServedKind) =>
  (context: RequestContext, { robotId, hardwareIds }: AddHardwareRequest): Promise<null> =>
    context.transaction(async (tx) => {
      for (const id of [...new Set(hardwareIds)].sort())
        await saveRecord(served, context, tx, { id, given: { robotId, status: 'in_use' }, words: undefined });
      return null;
    });
