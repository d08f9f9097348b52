import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { MatchType, SuperFields } from '../contract/super-query.ts';
import { type ParsedQuery, parseSuperQuery } from '../rules/parse-super-query.ts';

interface AskedQuery {
  readonly superQueryParams?: string | undefined;
  readonly superQueryMatchType?: MatchType | undefined;
}

/** The advanced query of a list call, undefined without one; a malformed one is a 400 that names the condition. */
export async function readSuperQuery(
  context: Pick<RequestContext, 'read'>,
  request: AskedQuery,
  fields: SuperFields,
): Promise<ParsedQuery | undefined> {
  return request.superQueryParams ? context.read((db) => readSuperQueryIn(db, request, fields)) : undefined;
}

/** The same inside a transaction that is open already, such as that of an export. */
export async function readSuperQueryIn(
  db: TenantDb,
  request: AskedQuery,
  fields: SuperFields,
): Promise<ParsedQuery | undefined> {
  if (!request.superQueryParams) return undefined;
  const result = parseSuperQuery(request.superQueryParams, {
    fields,
    match: request.superQueryMatchType,
    timeZone: await zoneOfTenant(db),
  });
  if ('faults' in result) throw new Problem('request.malformed', {}, { faults: result.faults });
  return result.query.comparisons.length > 0 ? result.query : undefined;
}

/** Days and clock times of a condition are those of the tenant. */
export async function zoneOfTenant(db: TenantDb): Promise<string> {
  const tenant = await db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  return tenant.time_zone;
}
