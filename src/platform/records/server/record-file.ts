import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ExportDefinition } from '#platform/exports/server/define-export.ts';
import { fileAtOnce } from '#platform/exports/server/file-at-once.ts';
import type { AnsweredFile } from '#platform/http/contract/fields.ts';
import type { RecordQuery } from '../contract/record-endpoints.ts';
import { recordConditions } from './record-query.ts';
import type { ServedKind } from './serving.ts';

/** The list as a workbook, for older clients that save what comes; noted like every file that leaves (security 14.2). */
export async function sendRecords(
  served: ServedKind,
  definition: ExportDefinition,
  context: RequestContext,
  { pageNo: _, pageSize: __, ...request }: RecordQuery,
): Promise<AnsweredFile> {
  const { actor: owner, language, tenantId, services } = context;
  // a condition that cannot be read is refused before anything is made
  await recordConditions(served, context, request);
  const asked = { services, definition, owner, language, request };
  // rows come through a cursor, which connections of other calls do not have
  const { rows, ...file } = await services.database.read(tenantId, (db) => fileAtOnce(db, asked), 'exports');
  await context.transaction((tx) =>
    tx.audit({
      action: definition.permission,
      objectKind: 'export',
      after: { kind: definition.kind, format: 'xlsx', rows, request },
    }),
  );
  return file;
}
