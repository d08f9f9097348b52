import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { findSpace } from '#platform/files/server/file-rows.ts';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { ExportFormat, ExportJob, ExportSeparator } from '../contract/export-job.ts';
import { MAX_UNFINISHED_PER_PERSON, SAME_ANSWER_MS } from '../rules/export-life.ts';
import type { ExportDefinition } from './define-export.ts';
import {
  countUnfinished,
  type ExportRow,
  findSameExport,
  getExport,
  insertExport,
  lockPerson,
  toExportJob,
} from './export-store.ts';
import { fileLabel } from './file-label.ts';

const RUN_LIMIT_SECONDS = 15 * 60;
const RETRY_AFTER_SECONDS = 30;

export const runExportJob = jobType('exports.run', z.object({ id: z.string() }), RUN_LIMIT_SECONDS);

export interface AskedExport {
  readonly format: ExportFormat;
  /** Of CSV; a comma when left out. */
  readonly separator?: ExportSeparator | undefined;
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
  return context.transaction((tx) => startExportIn(tx, context, definition, asked));
}

/** The same for a person who may be another than the one who acts in the transaction. */
export async function startExportIn(
  tx: Transaction,
  { language, actor }: Pick<RequestContext, 'language' | 'actor'>,
  definition: ExportDefinition,
  asked: AskedExport,
): Promise<ExportJob> {
  const { kind } = definition;
  const columns = asked.columns?.length ? [...asked.columns] : [...definition.columns];
  const { format, separator = 'comma', request } = asked;
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, format, separator, language, columns, Object.entries(request).sort()]))
    .digest();
  await lockPerson(tx.db, tx.tenantId, actor.id);
  const same = await findSameExport(tx.db, actor.id, digest, sameSince(tx.now()));
  if (same) return toExportJob(same);
  await mustHaveRoom(tx.db, actor.id);
  const id = newId();
  const job = {
    id,
    kind,
    label: await fileLabel(tx.db, definition, { request, language, at: tx.now() }),
    requestedBy: actor.id,
    requestedByName: actor.name,
    request,
    columns,
    format,
    separator,
    language,
    digest,
    at: tx.now(),
  };
  await insertExport(tx.db, job);
  await tx.enqueue(runExportJob, { id }, { key: id });
  await tx.audit({
    action: definition.permission,
    objectKind: 'export',
    objectId: id,
    after: { kind, format, separator, columns, request },
  });
  const row = await getExport(tx.db, id);
  await pushExport(tx, row);
  return toExportJob(row);
}

export const sameSince = (now: Date): Date => new Date(now.getTime() - SAME_ANSWER_MS);

/** Refuses a file to a person who waits for enough of them, or whose tenant has no space; asked with the person locked. */
export async function mustHaveRoom(db: TenantDb, personId: string): Promise<void> {
  const maximum = MAX_UNFINISHED_PER_PERSON;
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  if ((await countUnfinished(db, personId)) >= maximum)
    raise('export.too-many-waiting', { maximum }, { retryAfterSeconds });
  const { quota, used } = await findSpace(db);
  if (used >= quota) raise('file.quota-reached', { quota: sizeText(quota) });
}

/** Its owner's browsers show it as it grows. */
export function pushExport(tx: Transaction, row: ExportRow): Promise<void> {
  const { kind, fileName, format, state, isWaiting, percent, rows, failure } = toExportJob(row);
  const facts = { what: kind, fileName, format, state, isWaiting, percent, rows, failure };
  return tx.live({ kind: 'export', id: row.id, userId: row.requested_by, ...facts });
}
