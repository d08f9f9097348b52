import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { readLines } from '#platform/archive/server/line-file.ts';
import { orUnreadable } from '#platform/archive/server/unreadable-file.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { FindPerson } from '#platform/exports/server/owners.ts';
import { csvBytes } from '#platform/exports/server/spreadsheet-bytes.ts';
import { fileHeaders } from '#platform/files/rules/stored-file.ts';
import { isLinkValid, signLink } from '#platform/files/server/download-link.ts';
import { Id, TenantId } from '#platform/http/contract/fields.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { ARCHIVE_FILE } from '../contract/addresses.ts';
import { type ArchiveLink, DOWNLOADS_ARCHIVE, type OneMonth } from '../contract/endpoints.ts';

export const ArchiveFileQuery = z.object({
  tenant: TenantId,
  user: Id,
  id: Id,
  expires: z.coerce.number().int(),
  signature: z.string().max(200),
});

const subjectOf = (tenantId: string, userId: string, id: string) => ({ tenantId, userId, key: `archive ${id}` });

/** The address of a month's file, signed for its reader (security 11.3). */
export async function linkMonth(context: RequestContext, { id }: OneMonth): Promise<ArchiveLink> {
  const { tenantId, actor, services } = context;
  const month = await context.read((db) => findMonth(db, id));
  if (month.parts.length === 0) raise('archive.not-in-files');
  const { expires, signature } = signLink(services.secrets, subjectOf(tenantId, actor.id, id), context.now());
  const query = new URLSearchParams({ tenant: tenantId, user: actor.id, id, expires: String(expires), signature });
  return { path: `${ARCHIVE_FILE}?${query}`, expiresAt: new Date(expires).toISOString() };
}

/** What lies in files of a month as one table with all columns; where rows of several tables lie there, the first says which. */
export const sendMonth =
  (findPerson: FindPerson) =>
  async (services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = ArchiveFileQuery.safeParse(request.query);
    if (!asked.success) return raise('archive.link-over');
    const { tenant, user, id, ...link } = asked.data;
    if (!isUuid(user) || !isLinkValid(services.secrets, subjectOf(tenant, user, id), link, services.clock.now()))
      return raise('archive.link-over');
    const person = await findPerson(services, user, tenant);
    if (!person || !can(person, DOWNLOADS_ARCHIVE))
      return raise('request.forbidden', { permission: DOWNLOADS_ARCHIVE });
    const { kind, month, parts } = await services.database.read(tenant, (db) => findMonth(db, id));
    const [first] = parts;
    if (!first) return raise('archive.not-in-files');
    const linesOf = (part: typeof first) => readLines(services.files, tenant, part.id, part.checksum);
    // what begins comes to its end: a month of which a file cannot be read is no file without it
    for (const part of parts)
      if (!(await orUnreadable(services, tenant, () => linesOf(part)))) return raise('archive.unreadable');
    await runTransaction(
      services,
      { tenantId: tenant, actor: person, address: request.ip, requestId: request.id },
      (tx) => tx.audit({ action: DOWNLOADS_ARCHIVE, objectKind: 'archive', objectId: id, after: { kind, month } }),
    );
    // the first file of each table says which columns it has
    const tables = new Map(parts.toReversed().map((part) => [part.table_name, part]));
    const columns = new Set<string>(tables.size > 1 ? [TABLE] : []);
    for (const part of tables.values()) for (const column of columnsOf(await linesOf(part))) columns.add(column);
    async function* batches() {
      for (const part of parts)
        yield (await linesOf(part)).map((line) => {
          const row: Record<string, string | null> = { ...JSON.parse(line), [TABLE]: part.table_name };
          return Array.from(columns, (column) => row[column] ?? null);
        });
    }
    return reply
      .headers(fileHeaders('csv', `${kind} ${month}`))
      .send(Readable.from(csvBytes({ columns: [...columns], batches: batches() }), { objectMode: false }));
  };

const TABLE = 'table';

const columnsOf = ([first = '{}']: readonly string[]): string[] =>
  Object.keys(JSON.parse(first) as object).filter((column) => column !== 'tenant_id');

async function findMonth(db: TenantDb, id: string) {
  const month = isUuid(id)
    ? await db.selectFrom('archive_month').select(['kind', 'month']).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!month) raise('archive.not-found');
  const parts = await db
    .selectFrom('archive_part')
    .select(['id', 'table_name', 'checksum'])
    .where('month_id', '=', id)
    .where('state', '=', 'archived')
    .orderBy('id')
    .execute();
  return { ...month, parts };
}
