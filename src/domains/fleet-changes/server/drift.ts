import type * as z from 'zod';
import { findVisibleRobot, lockRobot, robotSight, setWanted } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOfRefusal } from '#platform/problems/server/words-of-problem.ts';
import type { FixRequest } from '../contract/endpoints.ts';

/** Each robot in a transaction of its own: one that is not there keeps no other one waiting. */
export async function fixDrift(context: RequestContext, { imeis }: z.infer<typeof FixRequest>) {
  const results: { imei: string; told: boolean; message: string | null }[] = [];
  for (const imei of new Set(imeis)) {
    try {
      await context.transaction(async (tx) => {
        const seen = await findVisibleRobot(tx.db, context.actor, { imei });
        const robot = (await lockRobot(tx.db, seen.id, robotSight(context.actor))) ?? raise('robot.not-found');
        if (robot.retired_at !== null) raise('robot.not-found');
        const version = await setWanted(tx, robot.id, {});
        await tx.audit({
          ...{ action: 'fleet-change:run', objectKind: 'robot', objectId: robot.id },
          after: { act: 'fix-drift', version },
        });
      });
      results.push({ imei, told: true, message: null });
    } catch (error) {
      const someAreDone = results.some(({ told }) => told);
      const message = wordsOfRefusal(error, context.language, someAreDone);
      results.push({ imei, told: false, message });
    }
  }
  return { told: results.filter(({ told }) => told).length, results };
}
