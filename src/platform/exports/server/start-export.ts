import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { RequestContext } from '#platform/http/server/context.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ExportFormat, ExportJob } from '../contract/export-job.ts';
import type { ExportDefinition } from './define-export.ts';
import { type ExportRow, findSameExport, getExport, insertExport, toExportJob } from './export-store.ts';

const RUN_LIMIT_SECONDS = 15 * 60;

export const runExportJob = jobType('exports.run', z.object({ id: z.string() }), RUN_LIMIT_SECONDS);

export interface AskedExport {
  readonly format: ExportFormat;
  /** In the order of the file; all of them when left out. */
  readonly columns?: readonly string[] | undefined;
  /** Filters, checked by the caller. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** Starts to make a file, or answers the job that already answers the same question (practice 15). */
export function startExport(
  context: RequestContext,
  definition: ExportDefinition,
  asked: AskedExport,
): Promise<ExportJob> {
  const { kind } = definition;
  const columns = asked.columns?.length ? [...asked.columns] : [...definition.columns];
  const { format, request } = asked;
  const { language, actor } = context;
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, format, language, columns, Object.entries(request).sort()]))
    .digest();
  return context.transaction(async (tx) => {
    const id = newId();
    const job = { id, kind, requestedBy: actor.id, request, columns, format, language, digest, at: tx.now() };
    if (!(await insertExport(tx.db, job))) {
      const same = await findSameExport(tx.db, actor.id, digest);
      return toExportJob(same ?? raise('server.busy'));
    }
    await tx.enqueue(runExportJob, { id }, { key: id });
    await tx.audit({
      action: definition.permission,
      objectKind: 'export',
      objectId: id,
      after: { kind, format, columns, request },
    });
    const row = await getExport(tx.db, id);
    await tellExport(tx, row);
    return toExportJob(row);
  });
}

/** Its owner's browsers show it as it grows. */
export function tellExport(tx: Transaction, row: ExportRow): Promise<void> {
  const { kind, format, state, percent, rows, failure } = toExportJob(row);
  const facts = { what: kind, format, state, percent, rows, failure };
  return tx.live({ kind: 'export', id: row.id, userId: row.requested_by, ...facts });
}
