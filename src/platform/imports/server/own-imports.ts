import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import type { ExportDefinition } from '#platform/exports/server/define-export.ts';
import { startExport } from '#platform/exports/server/start-export.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type {
  ImportJob,
  ImportResultRequest,
  ImportRowsPage,
  ImportRowsRequest,
  OneImportRequest,
  StartImportRequest,
} from '../contract/import-job.ts';
import type { ImportDefinition } from './define-import.ts';
import {
  askToStop,
  findImport,
  findImportRows,
  type ImportJobRow,
  lockImport,
  setImportState,
  toImportJob,
} from './import-store.ts';
import { runImportJob } from './run-import.ts';

export type ImportDefinitions = ReadonlyMap<string, ImportDefinition>;

export function getImport(context: RequestContext, { id }: OneImportRequest): Promise<ImportJob> {
  return context.read(async (db) =>
    toImportJob((await findImport(db, id, context.actor.id)) ?? raise('import.not-found')),
  );
}

export function pageImportRows(context: RequestContext, request: ImportRowsRequest): Promise<ImportRowsPage> {
  return context.read(async (db) => {
    const job = (await findImport(db, request.id, context.actor.id)) ?? raise('import.not-found');
    const { rows, total } = await findImportRows(db, { ...request, id: job.id });
    return toPage(rows, total, request);
  });
}

/** From the second time on it answers how far the import is. */
export function startImport(definitions: ImportDefinitions) {
  return (context: RequestContext, { id, mode }: StartImportRequest): Promise<ImportJob> =>
    context.transaction(async (tx) => {
      const own = (await findImport(tx.db, id, context.actor.id)) ?? raise('import.not-found');
      const job = (await lockImport(tx.db, own.id)) ?? raise('import.not-found');
      mustHold(definitions, job, context);
      if (job.state !== 'checked') return toImportJob(job);
      if (definitions.get(job.kind)?.steppedUp) requireStepUp(context);
      if (mode === 'all' && job.bad_count > 0) raise('import.has-faults');
      if (job.bad_count === job.row_count) raise('import.nothing-good');
      await setImportState(tx.db, job.id, { state: 'running' });
      await tx.enqueue(runImportJob, { id: job.id }, { key: job.id });
      await tx.audit({
        action: definitions.get(job.kind)?.permission ?? '',
        objectKind: 'import',
        objectId: job.id,
        after: { kind: job.kind, fileName: job.file_name, mode, rows: job.row_count - job.bad_count },
      });
      return toImportJob({ ...job, state: 'running' });
    });
}

/** No row is begun from now on; of an import that does not run nothing changes. */
export function stopImport(context: RequestContext, { id }: OneImportRequest): Promise<ImportJob> {
  return context.transaction(async (tx) => {
    const own = (await findImport(tx.db, id, context.actor.id)) ?? raise('import.not-found');
    const job = (await lockImport(tx.db, own.id)) ?? raise('import.not-found');
    if (job.state !== 'running' || job.stop_asked) return toImportJob(job);
    await askToStop(tx.db, job.id);
    await tx.audit({
      action: 'import:stop',
      objectKind: 'import',
      objectId: job.id,
      after: { kind: job.kind, fileName: job.file_name },
    });
    await tx.live({ kind: 'import', id: job.id, userId: job.requested_by, state: 'running' });
    return toImportJob({ ...job, stop_asked: true });
  });
}

/** The rows with what became of each, as a file among the downloads. */
export function exportImportResult(definitions: ImportDefinitions, results: ReadonlyMap<string, ExportDefinition>) {
  return async (context: RequestContext, { id, format }: ImportResultRequest): Promise<ExportJob> => {
    const job = (await context.read((db) => findImport(db, id, context.actor.id))) ?? raise('import.not-found');
    mustHold(definitions, job, context);
    if (job.state !== 'done') raise('import.not-done');
    const result = results.get(job.kind) ?? raise('import.not-found');
    return startExport(context, result, { format, request: { importId: job.id } });
  };
}

function mustHold(definitions: ImportDefinitions, job: ImportJobRow, { actor }: RequestContext): void {
  const permission = definitions.get(job.kind)?.permission ?? '';
  requirePermission(actor, permission);
}
