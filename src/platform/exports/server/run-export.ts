import { can } from '#platform/context/rules/can.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { findSpace, lockSpace } from '#platform/files/server/file-rows.ts';
import { FileTooLarge } from '#platform/files/server/file-store.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { defineJob, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import type { ExportFailure } from '../contract/export-job.ts';
import { MAX_EXPORT_ROWS, MAX_RUNNING_PER_TENANT, STALLED_AFTER_MS } from '../rules/export-life.ts';
import { filesToBegin } from '../rules/export-turns.ts';
import type { ExportDefinition, RowSource } from './define-export.ts';
import {
  beginRun,
  type ExportRow,
  findLastServed,
  getExport,
  isFileRecorded,
  lockCreating,
  recordFailure,
  recordFile,
  recordProgress,
  recordWaiting,
} from './export-store.ts';
import { fileBytes } from './file-at-once.ts';
import { announceEnd, type Owners } from './owners.ts';
import type { ExportCell } from './spreadsheet-bytes.ts';
import { pushExport, runExportJob } from './start-export.ts';

const REPORT_EVERY_MS = 500;
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

/** Makes one file. A failure is shown to its owner, who may try again; the queue does not retry. */
export function exportRunner(definitions: ReadonlyMap<string, ExportDefinition>, owners: Owners): JobHandler {
  return defineJob(runExportJob, async (context, { id }) => {
    const runId = newId();
    const row = await claim(context, id, runId);
    if (!row) return;
    try {
      await makeFile(context, row, runId, definitions.get(row.kind), owners);
    } catch (error) {
      if (error instanceof Superseded) return;
      // the run is cut off, as where this server stops: the job is handed back, and another run makes the file
      if (context.signal.aborted) throw error;
      const failure = failureOf(error);
      if (failure === 'broken') context.services.log.error({ exportId: id, err: error }, 'export failed');
      if (failure === 'storage') context.services.log.warn({ exportId: id, err: error }, 'export not stored');
      await context.transaction(async (tx) => {
        if (await recordFailure(tx.db, { id, runId }, failure, tx.now()))
          await announceEnd(owners, tx, await getExport(tx.db, id));
      });
    }
  });
}

function failureOf(error: unknown): ExportFailure {
  if (error instanceof Failed) return error.failure;
  if (error instanceof Problem && error.code.startsWith('storage.')) return 'storage';
  return error instanceof FileTooLarge ? 'too-large' : 'broken';
}

/** Takes the job where it is its turn among those of the tenant (security 11.4); else it comes again soon. */
function claim(context: JobContext, id: string, runId: string): Promise<ExportRow | undefined> {
  return context.transaction(async (tx) => {
    const creating = await lockCreating(tx.db);
    const row = creating.find((job) => job.id === id);
    if (!row) return undefined;
    if (!(await mayBegin(tx.db, row, creating, tx.now()))) {
      await recordWaiting(tx.db, id, tx.now());
      await tx.enqueue(runExportJob, { id }, { key: id, startAfter: new Date(tx.now().getTime() + TRY_AGAIN_MS) });
      return undefined;
    }
    await beginRun(tx.db, id, runId, tx.now());
    return row;
  });
}

async function mayBegin(db: TenantDb, row: ExportRow, creating: readonly ExportRow[], now: Date): Promise<boolean> {
  const alive = now.getTime() - STALLED_AFTER_MS;
  // a run of this very file is over, or we would not be asked: its server died
  const isBeingMade = (job: ExportRow): boolean => job !== row && job.run_id !== null;
  const files = creating
    .filter((job) => !isBeingMade(job) || job.progress_at.getTime() > alive)
    .map((job) => ({
      id: job.id,
      person: job.requested_by,
      askedAt: job.created_at,
      isBeingMade: isBeingMade(job),
    }));
  const people = [...new Set(files.map(({ person }) => person))];
  return filesToBegin(files, await findLastServed(db, people), MAX_RUNNING_PER_TENANT).includes(row.id);
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
  if (!definition || !owner || !can(owner, definition.permission)) throw new Failed('not-permitted');
  const progress = new Progress(context, row.id, runId);
  const key = fileKey({ tenantId, purpose: 'export', id: runId, extension: row.format });
  try {
    const written = await services.database.read(
      tenantId,
      async (db) => {
        const { quota, used } = await findSpace(db);
        const maxBytes = Math.min(MAX_FILE_BYTES, Math.max(0, quota - used));
        const bytes = await fileBytes(db, { ...row, services, definition, owner }, (source) =>
          progress.counting(source),
        );
        return services.files.write(key, bytes, { maxBytes }).catch((error) => {
          throw error instanceof FileTooLarge && maxBytes < MAX_FILE_BYTES ? new Failed('no-space') : error;
        });
      },
      'exports',
    );
    await context.transaction(async (tx) => {
      const { quota, used } = await lockSpace(tx.db);
      if (used + written.size > quota) throw new Failed('no-space');
      const file = { ...written, rows: progress.rows, at: tx.now() };
      if (!(await recordFile(tx.db, { id: row.id, runId }, file))) throw new Superseded();
      await announceEnd(owners, tx, await getExport(tx.db, row.id));
    });
  } catch (error) {
    // where the answer to a commit is lost, the row may name the file; one that no row names the sweep takes
    const isKept = await context.transaction((tx) => isFileRecorded(tx.db, { id: row.id, runId })).catch(() => true);
    if (!isKept)
      await services.files.remove(key).catch((fault) => {
        // where the storage is away the sweep takes what lies there; why there is no file is another matter
        services.log.warn({ exportId: row.id, err: fault }, 'file not removed');
      });
    throw error;
  }
}

/** Counts rows on their way and says now and then how far the file is. */
class Progress {
  rows = 0;
  readonly #context: JobContext;
  readonly #run: { id: string; runId: string };
  #total: number | null = null;
  #reportedAt = monotonicMs();

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
      if (monotonicMs() - this.#reportedAt >= REPORT_EVERY_MS) await this.#report();
    }
  }

  async #report(): Promise<void> {
    this.#reportedAt = monotonicMs();
    await this.#context.transaction(async (tx) => {
      const progress = { rows: this.rows, total: this.#total, at: tx.now() };
      if (!(await recordProgress(tx.db, this.#run, progress))) throw new Superseded();
      await pushExport(tx, await getExport(tx.db, this.#run.id));
    });
  }
}
