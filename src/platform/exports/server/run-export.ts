import { fileKey } from '#platform/files/rules/stored-file.ts';
import { FileTooLarge } from '#platform/files/server/file-store.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { defineJob, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';
import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import type { ExportFailure } from '../contract/export-job.ts';
import { MAX_EXPORT_ROWS, MAX_RUNNING_PER_TENANT, STALLED_AFTER_MS } from '../rules/export-life.ts';
import { zonedText } from '../rules/zoned-text.ts';
import type { CellForm, ExportDefinition, RowSource } from './define-export.ts';
import {
  beginRun,
  type ExportRow,
  getExport,
  lockCreating,
  recordFailure,
  recordFile,
  recordProgress,
  recordWaiting,
} from './export-store.ts';
import { type Owners, tellEnd } from './owners.ts';
import { csvBytes, type ExportCell, xlsxBytes } from './spreadsheet-bytes.ts';
import { runExportJob, tellExport } from './start-export.ts';

const TELL_EVERY_MS = 500;
const TRY_AGAIN_MS = 2_000;
const MAX_FILE_BYTES = 1_073_741_824;

/** The run was taken for dead, or another one has its place: it stops without a trace. */
class Superseded extends Error {}
class Failed extends Error {
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Makes one file. Whatever goes wrong is told to its owner, who may try again; the queue does not. */
export function exportRunner(definitions: ReadonlyMap<string, ExportDefinition>, owners: Owners): JobHandler {
  return defineJob(runExportJob, async (context, { id }) => {
    const runId = newId();
    const row = await claim(context, id, runId);
    if (!row) return;
    try {
      await makeFile(context, row, runId, definitions.get(row.kind), owners);
    } catch (error) {
      if (error instanceof Superseded) return;
      // this server stops: the job is handed back, and another one makes the file
      if (context.signal.aborted) throw error;
      const failure = failureOf(error);
      if (failure === 'broken') context.services.log.error({ exportId: id, err: error }, 'export failed');
      await context.transaction(async (tx) => {
        await recordFailure(tx.db, id, failure, tx.now());
        await tellEnd(owners, tx, await getExport(tx.db, id));
      });
    }
  });
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof Failed) return error.failure;
  return error instanceof FileTooLarge ? 'too-large' : 'broken';
}

/** Takes the job unless enough files of the tenant are being made (security 11.4): then it comes again soon. */
function claim(context: JobContext, id: string, runId: string): Promise<ExportRow | undefined> {
  return context.transaction(async (tx) => {
    const creating = await lockCreating(tx.db);
    const row = creating.find((job) => job.id === id);
    if (!row) return undefined;
    const alive = tx.now().getTime() - STALLED_AFTER_MS;
    const running = creating.filter((job) => job !== row && job.run_id !== null && job.progress_at.getTime() > alive);
    if (running.length >= MAX_RUNNING_PER_TENANT) {
      await recordWaiting(tx.db, id, tx.now());
      await tx.enqueue(runExportJob, { id }, { key: id, startAfter: new Date(tx.now().getTime() + TRY_AGAIN_MS) });
      return undefined;
    }
    await beginRun(tx.db, id, runId, tx.now());
    return row;
  });
}

async function makeFile(
  context: JobContext,
  row: ExportRow,
  runId: string,
  definition: ExportDefinition | undefined,
  owners: Owners,
): Promise<void> {
  const { services, tenantId } = context;
  const owner = await owners.findPerson(services, row.requested_by, tenantId);
  if (!definition || !owner || !(owner.isRoot || owner.permissions.has(definition.permission)))
    throw new Failed('not-permitted');
  const progress = new Progress(context, row.id, runId);
  const key = fileKey({ tenantId, purpose: 'export', id: runId, extension: row.format });
  try {
    const written = await services.database.read(
      tenantId,
      async (db) => {
        const form = cellForm(definition.namespace, row.language, await timeZoneOf(db));
        const source = await definition.open(db, { request: row.request, columns: row.columns, owner, form });
        const sheet = {
          columns: row.columns.map((column) => definition.head(column, row.language)),
          batches: progress.counting(source),
        };
        const bytes = row.format === 'csv' ? csvBytes(sheet) : xlsxBytes(sheet, definition.name(row.language));
        return services.files.write(key, bytes, { maxBytes: MAX_FILE_BYTES });
      },
      'exports',
    );
    await context.transaction(async (tx) => {
      const file = { ...written, rows: progress.rows, at: tx.now() };
      if (!(await recordFile(tx.db, { id: row.id, runId }, file))) throw new Superseded();
      await tellEnd(owners, tx, await getExport(tx.db, row.id));
    });
  } catch (error) {
    await services.files.remove(key);
    throw error;
  }
}

type TenantRead = Parameters<Parameters<JobContext['read']>[0]>[0];

async function timeZoneOf(db: TenantRead): Promise<string> {
  return (await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow()).time_zone;
}

function cellForm(namespace: string, language: Language, timeZone: string): CellForm {
  const write = zonedText(timeZone);
  return {
    text: sliceTexts(namespace, language),
    time: (at) => (at === null ? null : write(at)),
    money: (minor, currency) => ({ decimal: toDecimalText(minor, currency) }),
    number: (value) => ({ decimal: String(value) }),
  };
}

/** Counts rows on their way and says now and then how far the file is. */
class Progress {
  rows = 0;
  readonly #context: JobContext;
  readonly #run: { id: string; runId: string };
  #total: number | null = null;
  #toldAt = monotonicMs();

  constructor(context: JobContext, id: string, runId: string) {
    this.#context = context;
    this.#run = { id, runId };
  }

  async *counting(source: RowSource<readonly ExportCell[]>): AsyncGenerator<readonly (readonly ExportCell[])[]> {
    this.#total = source.total;
    if ((source.total ?? 0) > MAX_EXPORT_ROWS) throw new Failed('too-many-rows');
    for await (const batch of source.batches) {
      this.#context.signal.throwIfAborted();
      this.rows += batch.length;
      if (this.rows > MAX_EXPORT_ROWS) throw new Failed('too-many-rows');
      yield batch;
      if (monotonicMs() - this.#toldAt >= TELL_EVERY_MS) await this.#tell();
    }
  }

  async #tell(): Promise<void> {
    this.#toldAt = monotonicMs();
    await this.#context.transaction(async (tx) => {
      const progress = { rows: this.rows, total: this.#total, at: tx.now() };
      if (!(await recordProgress(tx.db, this.#run, progress))) throw new Superseded();
      await tellExport(tx, await getExport(tx.db, this.#run.id));
    });
  }
}
