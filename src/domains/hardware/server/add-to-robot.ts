import { lockRobot, robotSight } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { toValues } from '#platform/records/server/record-rows.ts';
import { lockRecord, saveRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { localDay } from '#platform/time/rules/local-day.ts';
import type { AddHardwareRequest } from '../contract/endpoints.ts';
import type { Hardware } from '../contract/hardware.ts';

type Part = Pick<Hardware, 'serialNumber' | 'status' | 'robotId'>;

/** All of them or none; each leaves its line in the part's history. */
export const addToRobot =
  (served: ServedKind) =>
  (context: RequestContext, { robotId, hardwareIds }: AddHardwareRequest): Promise<null> =>
    context.transaction(async (tx) => {
      // held, so that it is not retired meanwhile
      const robot = await lockRobot(tx.db, robotId, robotSight(tx.actor));
      if (!robot) raiseAt('robotId', 'record.reference-unknown');
      const installedOn = localDay(tx.now(), await zoneOfTenant(tx.db));
      for (const id of [...new Set(hardwareIds)].sort()) {
        const part = toValues(served.kind, await lockRecord(served, tx, id)) as unknown as Part;
        mayBeFitted(part, robotId);
        // what is in use here already stays as it is, with the day on which it came
        const isFitted = part.status === 'in_use' && part.robotId === robotId;
        const given = isFitted ? {} : { robotId, status: 'in_use', installedOn };
        await saveRecord(served, context, tx, { id, given, words: undefined });
      }
      return null;
    });

/** A part that works in another robot is taken out there first: nobody takes it away by a number that he mistook. */
function mayBeFitted({ serialNumber, status, robotId }: Part, into: string): void {
  if (status === 'broken') raiseAt('hardwareIds', 'hardware.broken', { serialNumber });
  if (status === 'in_use' && robotId !== null && robotId !== into)
    raiseAt('hardwareIds', 'hardware.in-use-elsewhere', { serialNumber });
}
