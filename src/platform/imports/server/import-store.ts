import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { ImportFault, ImportJob, ImportRow, ImportRowsRequest, ImportState } from '../contract/import-job.ts';

const JOB = [
  'id',
  'kind',
  'requested_by',
  'file_name',
  'language',
  'state',
  'columns',
  'ignored',
  'row_count',
  'bad_count',
  'done_count',
  'failed_count',
  'stop_asked',
  'created_at',
  'finished_at',
] as const;

const jobs = (db: TenantDb) => db.selectFrom('import_job').select(JOB);
type Row = Awaited<ReturnType<ReturnType<typeof jobs>['executeTakeFirstOrThrow']>>;
export interface ImportJobRow extends Omit<Row, 'state' | 'language'> {
  readonly state: ImportState;
  readonly language: Language;
}
const typed = (row: Row): ImportJobRow => row as unknown as ImportJobRow;

export interface CheckedRow {
  readonly rowNo: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly faults: readonly ImportFault[];
}

export interface NewImport {
  readonly id: string;
  readonly kind: string;
  readonly requestedBy: string;
  readonly fileName: string;
  readonly language: Language;
  readonly columns: readonly string[];
  readonly ignored: readonly string[];
  readonly rows: readonly CheckedRow[];
  readonly at: Date;
}

export async function insertImport(db: TenantDb, job: NewImport): Promise<void> {
  await db
    .insertInto('import_job')
    .values({
      id: job.id,
      kind: job.kind,
      requested_by: job.requestedBy,
      file_name: job.fileName,
      language: job.language,
      columns: [...job.columns],
      ignored: [...job.ignored],
      row_count: job.rows.length,
      bad_count: job.rows.filter((row) => row.faults.length > 0).length,
      created_at: job.at,
    })
    .execute();
  for (let from = 0; from < job.rows.length; from += 500) {
    await db
      .insertInto('import_row')
      .values(
        job.rows.slice(from, from + 500).map((row) => ({
          import_id: job.id,
          row_no: row.rowNo,
          cells: JSON.stringify(row.cells),
          faults: JSON.stringify(row.faults),
        })),
      )
      .execute();
  }
}

/** An import of this person; others' are not there. */
export async function findImport(db: TenantDb, id: string, requestedBy: string): Promise<ImportJobRow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await jobs(db).where('id', '=', id).where('requested_by', '=', requestedBy).executeTakeFirst();
  return row && typed(row);
}

export async function lockImport(db: TenantDb, id: string): Promise<ImportJobRow | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await jobs(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && typed(row);
}

const ROW = ['row_no', 'cells', 'faults', 'result', 'message'] as const;

export async function findImportRows(
  db: TenantDb,
  request: Pick<ImportRowsRequest, 'id' | 'only' | 'pageNo' | 'pageSize'>,
): Promise<{ rows: ImportRow[]; total: number }> {
  const matching = db
    .selectFrom('import_row')
    .where('import_id', '=', request.id)
    .$if(request.only === 'bad', (query) => query.where((eb) => eb(eb.fn('jsonb_array_length', ['faults']), '>', 0)))
    .$if(request.only === 'failed', (query) => query.where('result', '=', 'failed'));
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(ROW)
    .orderBy('row_no')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  return { rows: rows.map(toImportRow), total: Number(total) };
}

export async function findAllImportRows(db: TenantDb, id: string): Promise<ImportRow[]> {
  return (await db.selectFrom('import_row').select(ROW).where('import_id', '=', id).orderBy('row_no').execute()).map(
    toImportRow,
  );
}

function toImportRow(row: {
  row_no: number;
  cells: unknown;
  faults: unknown;
  result: string | null;
  message: string | null;
}): ImportRow {
  return {
    rowNo: row.row_no,
    cells: row.cells as ImportRow['cells'],
    faults: row.faults as ImportRow['faults'],
    result: row.result as ImportRow['result'],
    message: row.message,
  };
}

/** From the next row on the run is over. */
export async function askToStop(db: TenantDb, id: string): Promise<void> {
  await db.updateTable('import_job').set({ stop_asked: true }).where('id', '=', id).execute();
}

/** Marks a row as under way; false where the import was asked to stop before. */
export async function beginRow(db: TenantDb, id: string, rowNo: number): Promise<boolean> {
  const job = await db.selectFrom('import_job').select('stop_asked').where('id', '=', id).executeTakeFirst();
  if (job?.stop_asked !== false) return false;
  await setRowResult(db, id, rowNo, 'running');
  return true;
}

/** Good rows that are not over, those of a run that was cut off first. */
export async function findOpenRows(db: TenantDb, id: string, limit: number) {
  return db
    .selectFrom('import_row')
    .select(ROW)
    .where('import_id', '=', id)
    .where((eb) => eb(eb.fn('jsonb_array_length', ['faults']), '=', 0))
    .where((eb) => eb.or([eb('result', 'is', null), eb('result', '=', 'running')]))
    .orderBy('result')
    .orderBy('row_no')
    .limit(limit)
    .execute()
    .then((rows) => rows.map(toImportRow));
}

export async function setRowResult(
  db: TenantDb,
  id: string,
  rowNo: number,
  result: 'running' | 'done' | 'failed',
  message: string | null = null,
): Promise<void> {
  await db
    .updateTable('import_row')
    .set({ result, message })
    .where('import_id', '=', id)
    .where('row_no', '=', rowNo)
    .execute();
}

/** The results of all rows at once. */
export async function setRowResults(
  db: TenantDb,
  id: string,
  results: { readonly done: readonly number[]; readonly failed: ReadonlyMap<number, string> },
): Promise<void> {
  if (results.done.length > 0)
    await db
      .updateTable('import_row')
      .set({ result: 'done' })
      .where('import_id', '=', id)
      .where('row_no', 'in', [...results.done])
      .execute();
  for (const [rowNo, message] of results.failed) await setRowResult(db, id, rowNo, 'failed', message);
}

export async function setImportState(
  db: TenantDb,
  id: string,
  change: { state?: ImportState; done?: number; failed?: number; finishedAt?: Date },
): Promise<void> {
  await db
    .updateTable('import_job')
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.done === undefined ? {} : { done_count: change.done }),
      ...(change.failed === undefined ? {} : { failed_count: change.failed }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
    })
    .where('id', '=', id)
    .execute();
}

export async function countResults(db: TenantDb, id: string): Promise<{ done: number; failed: number }> {
  const rows = await db
    .selectFrom('import_row')
    .select(['result', ({ fn }) => fn.countAll<number>().as('count')])
    .where('import_id', '=', id)
    .groupBy('result')
    .execute();
  const of = (result: string): number => Number(rows.find((row) => row.result === result)?.count ?? 0);
  return { done: of('done'), failed: of('failed') };
}

export function toImportJob(row: ImportJobRow): ImportJob {
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    state: row.state,
    columns: row.columns,
    ignored: row.ignored,
    rows: row.row_count,
    bad: row.bad_count,
    done: row.done_count,
    failed: row.failed_count,
    isStopping: row.state === 'running' && row.stop_asked,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
