import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { toPage } from '#platform/database/server/page.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { fileHeaders, fileKey } from '#platform/files/rules/stored-file.ts';
import { isLinkValid, signLink } from '#platform/files/server/download-link.ts';
import { Id, TenantId } from '#platform/http/contract/fields.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { EXPORT_FILE } from '../contract/endpoints.ts';
import {
  type ExportJob,
  type ExportLink,
  type ExportPage,
  type ExportPageRequest,
  type ExportWords,
  type OneExportRequest,
  VIEW_ALL_EXPORTS,
} from '../contract/export-job.ts';
import type { ExportDefinition } from './define-export.ts';
import {
  deleteExport,
  type ExportRow,
  findExport,
  findExports,
  findReadable,
  findSameExport,
  getExport,
  labelOf,
  lockPerson,
  type Readable,
  reopenExport,
  toExportJob,
} from './export-store.ts';
import type { FindPerson } from './owners.ts';
import { mustHaveRoom, pushExport, runExportJob, sameSince } from './start-export.ts';

export type Definitions = ReadonlyMap<string, ExportDefinition>;

export function pageExports(definitions: Definitions) {
  return (context: RequestContext, request: ExportPageRequest): Promise<ExportPage> =>
    context.read(async (db) => {
      const { actor } = context;
      if (request.owner === 'all' && !seesAll(actor)) raise('request.forbidden', { permission: VIEW_ALL_EXPORTS });
      const reader = request.owner === 'all' ? readerOf(definitions, actor) : { personId: actor.id, kinds: [] };
      const { rows, total } = await findExports(db, reader, request);
      return toPage(
        rows.map((row) => toExportJob(row, actor.id)),
        total,
        request,
      );
    });
}

/** A file holds what its owner saw: whoever sees less himself reads no file of others (security 5.3). */
const seesAll = (actor: Actor): boolean =>
  actor.isRoot || (actor.permissions.has(VIEW_ALL_EXPORTS) && actor.spotIds === null && !actor.narrowing?.rules.length);

/** His own files, and others' of the kinds that he may export himself. */
function readerOf(definitions: Definitions, actor: Actor): Readable {
  const kinds = [...definitions.values()].filter(({ permission }) => can(actor, permission));
  return { personId: actor.id, kinds: seesAll(actor) ? kinds.map(({ kind }) => kind) : [] };
}

export function describeExport(definitions: Definitions) {
  return (context: RequestContext, { id }: OneExportRequest): Promise<ExportWords> =>
    context.read(async (db) => {
      const row = (await findReadable(db, id, readerOf(definitions, context.actor))) ?? raise('export.not-found');
      const definition = definitions.get(row.kind);
      const { time_zone } = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
      return {
        columns: row.columns.map((column) => definition?.head(column, context.language) ?? column),
        filters: (await definition?.describe(db, row.request, context.language)) ?? [],
        timeZone: time_zone,
      };
    });
}

export function retryExport(definitions: Definitions) {
  return (context: RequestContext, { id }: OneExportRequest): Promise<ExportJob> =>
    context.transaction(async (tx) => {
      await lockPerson(tx.db, tx.tenantId, context.actor.id);
      const row = (await findExport(tx.db, id, context.actor.id)) ?? raise('export.not-found');
      mustHold(definitions, row, context.actor);
      if (row.state !== 'failed') raise('export.not-failed');
      // asked anew meanwhile: that file is this one
      const same = await findSameExport(tx.db, context.actor.id, row.digest, sameSince(tx.now()));
      if (same) return toExportJob(same);
      await mustHaveRoom(tx.db, context.actor.id);
      await reopenExport(tx.db, row.id, tx.now());
      await tx.enqueue(runExportJob, { id: row.id }, { key: row.id });
      await tx.audit({ action: 'export:retry', objectKind: 'export', objectId: row.id, after: { kind: row.kind } });
      const again = await getExport(tx.db, row.id);
      await pushExport(tx, again);
      return toExportJob(again);
    });
}

/** Deletes a file before its seven days are over; a run that is making it finds its job deleted and stops. */
export async function removeExport(context: RequestContext, { id }: OneExportRequest): Promise<null> {
  const { actor, services, tenantId } = context;
  const row = await context.transaction(async (tx) => {
    const found = (await findExport(tx.db, id, actor.id)) ?? raise('export.not-found');
    await deleteExport(tx.db, found.id);
    await tx.audit({ action: 'export:remove', objectKind: 'export', objectId: found.id, before: { kind: found.kind } });
    await tx.live({ kind: 'export', id: found.id, userId: actor.id });
    return found;
  });
  if (row.file_id !== null)
    await services.files.remove(subjectOf(tenantId, row).key).catch((error) => {
      // without a row it goes when the folder is swept
      services.log.warn({ tenantId, err: error }, 'file not removed');
    });
  return null;
}

/** The address of a file, signed for its reader (security 11.3). */
export function linkExport(definitions: Definitions) {
  return async (context: RequestContext, { id }: OneExportRequest): Promise<ExportLink> => {
    const { tenantId, actor, services } = context;
    const reader = readerOf(definitions, actor);
    const row = (await context.read((db) => findReadable(db, id, reader))) ?? raise('export.not-found');
    mustHold(definitions, row, actor);
    if (row.state !== 'created') raise('export.not-created');
    const { expires, signature } = signLink(services.secrets, subjectOf(tenantId, row, actor.id), context.now());
    const query = new URLSearchParams({
      tenant: tenantId,
      user: actor.id,
      id: row.id,
      expires: String(expires),
      signature,
    });
    return {
      path: `${EXPORT_FILE}?${query}`,
      expiresAt: new Date(expires).toISOString(),
    };
  };
}

export const ExportFileQuery = z.object({
  tenant: TenantId,
  user: Id,
  id: Id,
  expires: z.coerce.number().int(),
  signature: z.string().max(200),
});

/** The file itself: the signature says whose link it is, and what he may do now is asked again (security 11.4). */
export function sendExportFile(definitions: Definitions, findPerson: FindPerson) {
  return async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = ExportFileQuery.safeParse(request.query);
    if (!asked.success) return raise('export.link-over');
    const { tenant, user, id, ...link } = asked.data;
    if (!isUuid(user)) return raise('export.link-over');
    const person = await findPerson(services, user, tenant);
    const reader = person ? readerOf(definitions, person) : { personId: user, kinds: [] };
    const row =
      (await services.database.read(tenant, (db) => findReadable(db, id, reader))) ?? raise('export.link-over');
    if (row.state !== 'created' || row.file_id === null) return raise('export.link-over');
    const subject = subjectOf(tenant, row, user);
    const now = services.clock.now();
    if (!isLinkValid(services.secrets, subject, link, now)) return raise('export.link-over');
    if (!person) return raise('request.forbidden');
    mustHold(definitions, row, person);
    await runTransaction(
      services,
      { tenantId: tenant, actor: person, address: request.ip, requestId: request.id },
      (tx) =>
        tx.audit({ action: 'export:download', objectKind: 'export', objectId: row.id, after: { kind: row.kind } }),
    );
    // opened last: whatever fails before leaves nothing open
    const file = (await services.files.read(subject.key)) ?? raise('export.not-found');
    return reply
      .headers({ ...fileHeaders(row.format, labelOf(row)), 'content-length': String(file.size) })
      .send(file.content);
  };
}

function subjectOf(tenantId: string, row: ExportRow, userId = row.requested_by) {
  const key = fileKey({ tenantId, purpose: 'export', id: row.file_id ?? row.id, extension: row.format });
  return { tenantId, userId, key };
}

function mustHold(definitions: Definitions, row: ExportRow, actor: Actor): void {
  const permission = definitions.get(row.kind)?.permission ?? '';
  requirePermission(actor, permission);
}
