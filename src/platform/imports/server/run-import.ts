import * as z from 'zod';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { actingContext } from '#platform/http/server/acting-context.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';
import { isPassing } from '#platform/problems/server/is-passing.ts';
import { wordsOf, wordsOfProblem } from '#platform/problems/server/words-of-problem.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import type { ImportRow } from '../contract/import-job.ts';
import type { ImportDefinition } from './define-import.ts';
import {
  beginRow,
  countResults,
  findOpenRows,
  type ImportJobRow,
  lockImport,
  setImportState,
  setRowResult,
  toImportJob,
} from './import-store.ts';
import type { Importers } from './importers.ts';

const RUN_LIMIT_SECONDS = 10 * 60;
const ROWS_AT_ONCE = 50;
const PUSH_EVERY_MS = 500;

export const runImportJob = jobType('imports.run', z.object({ id: z.string() }), RUN_LIMIT_SECONDS);

/**
 * Takes over the good rows, one use case each. A run that is cut off is begun again by the queue and goes on where it
 * stopped: rows that are over stay so, the one that was under way is looked at again. Where its owner stops it, no further row is begun.
 */
export function importRunner(definitions: ReadonlyMap<string, ImportDefinition>, importers: Importers): JobHandler {
  return defineJob(runImportJob, async (context, { id }) => {
    const job = await context.transaction(async (tx) => lockImport(tx.db, id));
    if (job?.state !== 'running') return;
    const definition = definitions.get(job.kind);
    const owner = await importers.findPerson(context.services, job.requested_by, context.tenantId);
    const mayStill = owner && definition && can(owner, definition.permission);
    const { services, tenantId } = context;
    // he gave his password when he asked for the rows, however long they take
    const acting = (): RequestContext | undefined => {
      const actor = owner && definition?.steppedUp ? { ...owner, steppedUpAt: services.clock.now() } : owner;
      return actor && actingContext(services, { tenantId, actor, language: job.language });
    };
    let pushedAt = monotonicMs();
    const isOver = async (): Promise<boolean> => {
      const rows = await context.read((db) => findOpenRows(db, id, ROWS_AT_ONCE));
      for (const row of rows) {
        context.signal.throwIfAborted();
        // one that was under way when a run was cut off is brought to its end in any case
        if (row.result === null && !(await context.transaction((tx) => beginRow(tx.db, id, row.rowNo)))) return true;
        const person = acting();
        if (mayStill && person) await takeOver(context, job, definition, person, row);
        else await closeRow(context, job, row, 'failed', wordsOf('request.forbidden', {}, job.language));
        if (monotonicMs() - pushedAt < PUSH_EVERY_MS) continue;
        pushedAt = monotonicMs();
        await pushProgress(context, job);
      }
      return rows.length === 0;
    };
    while (!(await isOver()));
    await finish(context, job, importers);
  });
}

async function takeOver(
  context: JobContext,
  job: ImportJobRow,
  definition: ImportDefinition,
  acting: RequestContext,
  row: ImportRow,
): Promise<void> {
  const isRepeat = row.result === 'running';
  const given = Object.fromEntries(Object.entries(row.cells).filter(([, text]) => text !== ''));
  try {
    const note = await definition.apply(acting, given, isRepeat);
    await closeRow(context, job, row, 'done', note === undefined ? null : wordsOf(note, {}, job.language));
  } catch (error) {
    // the row stays under way, and the run that comes again looks whether it was taken over
    if (isPassing(error)) throw error;
    const message = wordsOfProblem(error, job.language);
    if (message === undefined)
      context.services.log.error({ importId: job.id, row: row.rowNo, err: error }, 'import row');
    await closeRow(context, job, row, 'failed', message ?? wordsOf('server.failed', {}, job.language));
  }
}

function closeRow(
  context: JobContext,
  job: ImportJobRow,
  row: ImportRow,
  result: 'done' | 'failed',
  message: string | null,
): Promise<void> {
  return context.transaction((tx) => setRowResult(tx.db, job.id, row.rowNo, result, message));
}

function pushProgress(context: JobContext, job: ImportJobRow): Promise<void> {
  return context.transaction(async (tx) => {
    const counts = await countResults(tx.db, job.id);
    await setImportState(tx.db, job.id, counts);
    await tx.live({ kind: 'import', id: job.id, userId: job.requested_by, state: 'running', ...counts });
  });
}

function finish(context: JobContext, job: ImportJobRow, importers: Importers): Promise<void> {
  return context.transaction(async (tx) => {
    if ((await lockImport(tx.db, job.id))?.state !== 'running') return;
    const counts = await countResults(tx.db, job.id);
    await setImportState(tx.db, job.id, { state: 'done', ...counts, finishedAt: tx.now() });
    await tx.live({ kind: 'import', id: job.id, userId: job.requested_by, state: 'done', ...counts });
    const done = await lockImport(tx.db, job.id);
    if (done) await importers.notifyImporter(tx, job.requested_by, toImportJob(done));
  });
}
