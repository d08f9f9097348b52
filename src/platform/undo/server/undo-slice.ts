import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type UndoAnswer, type UndoRequest, undoEndpoints, undoProblems } from '../contract/undo.ts';
import type { Reversible } from './reversible.ts';

/** The toast stays ten seconds and the notification centre an hour. */
const WITHIN_MS = 3_600_000;
const KEPT_MS = 24 * 3_600_000;

/** Takes changes back whose kinds the slices declare. */
export function undoSlice(slices: readonly ServerSlice[]): ServerSlice {
  const byKind = new Map(slices.flatMap((slice) => slice.reversibles ?? []).map((one) => [one.kind, one]));
  return {
    name: 'undo',
    about: 'Taking back one’s own change.',
    problems: undoProblems,
    routes: [
      route(undoEndpoints.undo, (context: RequestContext, request: UndoRequest) =>
        context.transaction((tx) => undo(tx, byKind, request.changeId)),
      ),
    ],
    schedules: [purgeChanges],
  };
}

async function undo(tx: Transaction, kinds: ReadonlyMap<string, Reversible>, changeId: string): Promise<UndoAnswer> {
  if (!isUuid(changeId)) raise('undo.not-found');
  const change = await tx.db
    .selectFrom('reversible_change')
    .select(['kind', 'object_id', 'version', 'inverse', 'at', 'undone_at'])
    .where('id', '=', changeId)
    .where('actor_id', '=', tx.actor.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!change) raise('undo.not-found');
  if (change.undone_at !== null) raise('undo.already-undone');
  if (tx.now().getTime() - change.at.getTime() > WITHIN_MS) raise('undo.too-late');
  const kind = kinds.get(change.kind) ?? raise('undo.too-late');
  await kind.undo(tx, { objectId: change.object_id, version: change.version, inverse: change.inverse });
  await tx.db.updateTable('reversible_change').set({ undone_at: tx.now() }).where('id', '=', changeId).execute();
  await tx.audit({
    action: 'undo',
    objectKind: change.kind,
    objectId: change.object_id,
    after: change.inverse,
  });
  return { kind: change.kind, objectId: change.object_id };
}

const purgeChanges = defineSchedule({
  name: 'undo.purge',
  expression: '0 20 3 * * *',
  missed: 'once',
  run: (services, slot) =>
    services.database.acrossTenants('purge expired undo entries', async (db) => {
      await db
        .deleteFrom('reversible_change')
        .where('at', '<', new Date(slot.getTime() - KEPT_MS))
        .execute();
    }),
});
