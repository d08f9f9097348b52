import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { ExportFailure, ExportFormat, ExportJob, ExportSeparator, ExportState } from '../contract/export-job.ts';
import { exportPercent, KEPT_MS } from '../rules/export-life.ts';

const COLUMNS = [
  'id',
  'kind',
  'label',
  'requested_by',
  'requested_by_name',
  'request',
  'columns',
  'format',
  'separator',
  'language',
  'digest',
  'state',
  'row_count',
  'row_total',
  'run_id',
  'failure',
  'file_id',
  'size_bytes',
  'checksum',
  'created_at',
  'progress_at',
  'finished_at',
] as const;

const jobs = (db: TenantDb) => db.selectFrom('export_job').select(COLUMNS);
type Row = Awaited<ReturnType<ReturnType<typeof jobs>['executeTakeFirstOrThrow']>>;

export interface ExportRow extends Omit<Row, 'state' | 'format' | 'separator' | 'language' | 'failure'> {
  readonly state: ExportState;
  readonly format: ExportFormat;
  readonly separator: ExportSeparator;
  readonly language: Language;
  readonly failure: ExportFailure | null;
}

const typed = (row: Row): ExportRow => row as unknown as ExportRow;

export interface NewExport {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly requestedBy: string;
  readonly requestedByName: string;
  readonly request: unknown;
  readonly columns: readonly string[];
  readonly format: ExportFormat;
  readonly separator: ExportSeparator;
  readonly language: Language;
  readonly digest: Buffer;
  readonly at: Date;
}

/** What one person asks for is decided one after the other, until the end of the transaction. */
export async function lockPerson(db: TenantDb, tenantId: string, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exports ${tenantId} ${personId}`}, 0))`.execute(db);
}

export async function insertExport(db: TenantDb, job: NewExport): Promise<void> {
  await db
    .insertInto('export_job')
    .values({
      id: job.id,
      kind: job.kind,
      label: job.label,
      requested_by: job.requestedBy,
      requested_by_name: job.requestedByName,
      request: JSON.stringify(job.request),
      columns: [...job.columns],
      format: job.format,
      separator: job.separator,
      language: job.language,
      digest: job.digest,
      created_at: job.at,
      progress_at: job.at,
    })
    .execute();
}

/** The same question of the same person, of which a file is being made, or was made since then. */
export async function findSameExport(
  db: TenantDb,
  requestedBy: string,
  digest: Buffer,
  since: Date,
): Promise<ExportRow | undefined> {
  const row = await jobs(db)
    .where('requested_by', '=', requestedBy)
    .where('digest', '=', digest)
    .where(({ or, and, eb }) =>
      or([eb('state', '=', 'creating'), and([eb('state', '=', 'created'), eb('finished_at', '>', since)])]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && typed(row);
}

/** How many files of this person are being made or wait. */
export async function countUnfinished(db: TenantDb, requestedBy: string): Promise<number> {
  const { count } = await db
    .selectFrom('export_job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('requested_by', '=', requestedBy)
    .where('state', '=', 'creating')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** When the last file of each of these people was over. */
export async function findLastServed(db: TenantDb, people: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('export_job')
    .select(['requested_by', ({ fn }) => fn.max('finished_at').as('served_at')])
    .where('requested_by', 'in', [...people])
    .where('finished_at', 'is not', null)
    .groupBy('requested_by')
    .execute();
  return new Map(rows.map(({ requested_by, served_at }) => [requested_by, new Date(served_at ?? 0)]));
}

/** What a person reads: his own files, and those of everybody where the kinds are named that he may export. */
export interface Readable {
  readonly personId: string;
  readonly kinds: readonly string[];
}

/** A job that this person may read; any other is not there. */
export async function findReadable(db: TenantDb, id: string, reader: Readable): Promise<ExportRow | undefined> {
  if (!isUuid(id) || !isUuid(reader.personId)) return undefined;
  const row = await jobs(db).where('id', '=', id).where(readableBy(reader)).executeTakeFirst();
  return row && typed(row);
}

const readableBy =
  ({ personId, kinds }: Readable) =>
  (eb: ExpressionBuilder<Tables, 'export_job'>): Expression<SqlBool> => {
    const own = eb('requested_by', '=', personId);
    return kinds.length === 0 ? own : eb.or([own, eb('kind', 'in', [...kinds])]);
  };

/** A job of this person; others' are not there. */
export async function findExport(db: TenantDb, id: string, requestedBy: string): Promise<ExportRow | undefined> {
  if (!isUuid(id) || !isUuid(requestedBy)) return undefined;
  const row = await jobs(db).where('id', '=', id).where('requested_by', '=', requestedBy).executeTakeFirst();
  return row && typed(row);
}

export async function getExport(db: TenantDb, id: string): Promise<ExportRow> {
  return typed(await jobs(db).where('id', '=', id).executeTakeFirstOrThrow());
}

export async function findExports(
  db: TenantDb,
  reader: Readable,
  request: { state?: ExportState | undefined; pageNo: number; pageSize: number },
): Promise<{ rows: ExportRow[]; total: number }> {
  const { state } = request;
  const mine = db
    .selectFrom('export_job')
    .where(readableBy(reader))
    .$if(state !== undefined, (query) => query.where('state', '=', state as ExportState));
  const { total } = await mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await mine
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  return { rows: rows.map(typed), total: Number(total) };
}

/** All of the tenant that are being made, locked: who may run next is decided by one after the other. */
export async function lockCreating(db: TenantDb): Promise<ExportRow[]> {
  return (await jobs(db).where('state', '=', 'creating').orderBy('id').forUpdate().execute()).map(typed);
}

/** A new try to make the file: reports of an earlier one are ignored from now on. */
export async function beginRun(db: TenantDb, id: string, runId: string, at: Date): Promise<void> {
  await db
    .updateTable('export_job')
    .set({ run_id: runId, row_count: 0, row_total: null, progress_at: at })
    .where('id', '=', id)
    .execute();
}

/** It waits behind others of its tenant, which is not standing still. */
export async function recordWaiting(db: TenantDb, id: string, at: Date): Promise<void> {
  await db.updateTable('export_job').set({ run_id: null, progress_at: at }).where('id', '=', id).execute();
}

/** Answers whether the run may go on: false when it was taken for dead, or another one does its work. */
export async function recordProgress(
  db: TenantDb,
  run: { id: string; runId: string },
  progress: { rows: number; total: number | null; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('export_job')
    .set({ row_count: progress.rows, row_total: progress.total, progress_at: progress.at })
    .where('id', '=', run.id)
    .where('run_id', '=', run.runId)
    .where('state', '=', 'creating')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers whether this run made the file: false when another one does its work by now. */
export async function recordFile(
  db: TenantDb,
  run: { id: string; runId: string },
  file: { rows: number; size: number; checksum: string; at: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('export_job')
    .set({
      state: 'created',
      row_count: file.rows,
      file_id: run.runId,
      size_bytes: file.size,
      checksum: file.checksum,
      progress_at: file.at,
      finished_at: file.at,
    })
    .where('id', '=', run.id)
    .where('run_id', '=', run.runId)
    .where('state', '=', 'creating')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Answers whether the run is failed by this: false when it is over, or another one does its work. A file that waits has no run. */
export async function recordFailure(
  db: TenantDb,
  run: { id: string; runId: string | null },
  failure: ExportFailure,
  at: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('export_job')
    .set({ state: 'failed', failure, run_id: null, finished_at: at })
    .where('id', '=', run.id)
    .where('run_id', 'is not distinct from', run.runId)
    .where('state', '=', 'creating')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the row names the file of this run; who asks has waited for a transaction that still ends. */
export async function isFileRecorded(db: TenantDb, run: { id: string; runId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('export_job')
    .select('file_id')
    .where('id', '=', run.id)
    .forUpdate()
    .executeTakeFirst();
  return row?.file_id === run.runId;
}

/** For the retry of a file that failed. */
export async function reopenExport(db: TenantDb, id: string, at: Date): Promise<void> {
  await db
    .updateTable('export_job')
    .set({ state: 'creating', failure: null, run_id: null, finished_at: null, row_count: 0, progress_at: at })
    .where('id', '=', id)
    .execute();
}

export async function deleteExport(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('export_job').where('id', '=', id).execute();
}

/** What the file is called, without its ending. */
export const labelOf = ({ label, kind }: Pick<ExportRow, 'label' | 'kind'>): string => label || kind;

/** Field by field: what a person sees of his job. */
export function toExportJob(row: ExportRow, readerId = row.requested_by): ExportJob {
  return {
    id: row.id,
    kind: row.kind,
    fileName: `${labelOf(row)}.${row.format}`,
    format: row.format,
    separator: row.separator,
    columns: row.columns,
    request: row.request as ExportJob['request'],
    state: row.state,
    isWaiting: row.state === 'creating' && row.run_id === null,
    percent: exportPercent(row.state, row.row_count, row.row_total),
    rows: row.row_count,
    failure: row.failure,
    size: row.size_bytes,
    checksum: row.checksum,
    requestedByName: row.requested_by_name,
    isOwn: row.requested_by === readerId,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    keptUntil: row.finished_at ? new Date(row.finished_at.getTime() + KEPT_MS).toISOString() : null,
  };
}
