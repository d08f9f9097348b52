import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { isPassing } from '#platform/problems/server/is-passing.ts';
import { wordsOf, wordsOfProblem } from '#platform/problems/server/words-of-problem.ts';
import type { CheckImportRequest, ImportOutcome } from '../contract/import-job.ts';
import { checkImport } from './check-import.ts';
import type { ImportDefinition } from './define-import.ts';
import { findAllImportRows, setImportState, setRowResults } from './import-store.ts';
import { refusedRowsLink } from './refused-rows.ts';

/** The sender waits, half a minute at most: more rows go through the import of the page. */
const MOST_ROWS_AT_ONCE = 1_000;

/**
 * Looks at a file and takes over its good rows in the same call, for older clients (system-api.md 1.6). Each row is a
 * transaction of its own, so that one that is refused keeps none of the others.
 */
export async function importAtOnce(
  context: RequestContext,
  definition: ImportDefinition,
  request: CheckImportRequest,
): Promise<ImportOutcome> {
  const { services, tenantId, actor, language, address, requestId } = context;
  const rows = Math.min(definition.limits.rows, MOST_ROWS_AT_ONCE);
  const job = await checkImport(context, { ...definition, limits: { ...definition.limits, rows } }, request);
  // the key of a repeated call belongs to the look at the file; a row has its own audit row or none
  const each: RequestContext = {
    ...context,
    transaction: (work) => runTransaction(services, { tenantId, actor, address, requestId }, (tx) => work(tx)),
  };
  const done: number[] = [];
  const failed = new Map<number, string>();
  for (const { rowNo, cells, faults } of await context.read((db) => findAllImportRows(db, job.id))) {
    if (faults.length > 0) continue;
    try {
      await definition.apply(each, Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== '')), false);
      done.push(rowNo);
    } catch (error) {
      // with nothing taken over the sender may send the file again; else the rows that are left are among the refused
      if (isPassing(error) && done.length === 0) throw error;
      const message = wordsOfProblem(error, language);
      if (message === undefined) services.log.error({ importId: job.id, row: rowNo, err: error }, 'import row');
      failed.set(rowNo, message ?? wordsOf('server.failed', {}, language));
    }
  }
  await each.transaction(async (tx) => {
    await setRowResults(tx.db, job.id, { done, failed });
    const counts = { done: done.length, failed: failed.size };
    await setImportState(tx.db, job.id, { state: 'done', ...counts, finishedAt: tx.now() });
  });
  const refused = job.rows - done.length;
  const counts = { done: done.length, refused };
  return {
    totalCount: job.rows,
    errorCount: refused,
    successCount: done.length,
    msg: wordsOf(refused === 0 ? 'import.all-imported' : 'import.partly-imported', counts, language),
    ...(refused === 0 ? { fileUrl: null, fileName: null } : refusedRowsLink(context, definition, job.id)),
  };
}
