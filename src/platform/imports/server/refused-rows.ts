import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { ExportDefinition } from '#platform/exports/server/define-export.ts';
import { fileAtOnce } from '#platform/exports/server/file-at-once.ts';
import type { FindPerson } from '#platform/exports/server/owners.ts';
import { isLinkValid, signLink } from '#platform/files/server/download-link.ts';
import { LANGUAGES } from '#platform/http/contract/envelope.ts';
import { Id, TenantId } from '#platform/http/contract/fields.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { IMPORT_REFUSED } from '../contract/endpoints.ts';
import type { ImportDefinition } from './define-import.ts';
import { findImport } from './import-store.ts';
import type { ImportDefinitions } from './own-imports.ts';

export const RefusedRowsQuery = z.object({
  tenant: TenantId,
  user: Id,
  id: Id,
  language: z.enum(LANGUAGES),
  expires: z.coerce.number().int(),
  signature: z.string().max(200),
});

const keyOf = (id: string): string => `import/${id}`;

/** The address, below the system base, of the rows that an import refused: an older client opens it without headers. */
export function refusedRowsLink(context: RequestContext, definition: ImportDefinition, id: string) {
  const { services, tenantId, actor, language } = context;
  const subject = { tenantId, userId: actor.id, key: keyOf(id) };
  const { expires, signature } = signLink(services.secrets, subject, context.now());
  const query = new URLSearchParams({
    tenant: tenantId,
    user: actor.id,
    id,
    language,
    expires: String(expires),
    signature,
  });
  const name = sliceTexts(definition.namespace, language)(definition.title ?? 'list.title');
  return { fileUrl: `${IMPORT_REFUSED}?${query}`, fileName: `${name}.xlsx` };
}

/** The signature says whose link it is; what he may do now is asked again (security 11.4). */
export function sendRefusedRows(
  definitions: ImportDefinitions,
  results: ReadonlyMap<string, ExportDefinition>,
  findPerson: FindPerson,
) {
  return async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = RefusedRowsQuery.safeParse(request.query);
    if (!asked.success) return raise('export.link-over');
    const { tenant, user, id, language, ...link } = asked.data;
    const subject = { tenantId: tenant, userId: user, key: keyOf(id) };
    if (!isLinkValid(services.secrets, subject, link, services.clock.now())) return raise('export.link-over');
    const job = (await services.database.read(tenant, (db) => findImport(db, id, user))) ?? raise('import.not-found');
    const result = results.get(job.kind) ?? raise('import.not-found');
    const owner = (await findPerson(services, user, tenant)) ?? raise('request.forbidden');
    const permission = definitions.get(job.kind)?.permission ?? '';
    requirePermission(owner, permission);
    const file = await services.database.read(tenant, (db) =>
      fileAtOnce(db, { services, definition: result, owner, language, request: { importId: id, only: 'refused' } }),
    );
    return reply.headers(file.headers).send(file.bytes);
  };
}
