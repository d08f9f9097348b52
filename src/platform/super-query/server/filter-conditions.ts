import { type Expression, type SqlBool, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { MatchType, SuperFields } from '../contract/super-query.ts';
import { FILTER_SUFFIXES, type FilterValue, readBeside, readFilterValue } from '../rules/filter-value.ts';
import { readSuperQuery, zoneOfTenant } from './read-super-query.ts';
import { type SuperColumns, superCondition } from './super-condition.ts';

interface AskedList {
  readonly superQueryParams?: string | undefined;
  readonly superQueryMatchType?: MatchType | undefined;
}

const SUFFIXES = Object.keys(FILTER_SUFFIXES) as (keyof typeof FILTER_SUFFIXES)[];

/**
 * What a system list is asked for (product.md 3, `systemListFields`): its ordinary filters with the operators of system-api.md
 * 1.4, their ranges and lists, and the advanced query, limited to declared fields; all must hold. A value that does not fit its
 * field is a 400 that names it.
 */
export async function filterConditions(
  context: Pick<RequestContext, 'read'>,
  request: AskedList & Readonly<Record<string, unknown>>,
  fields: SuperFields,
  columns: SuperColumns,
): Promise<Expression<SqlBool>> {
  const asksTime = Object.entries(fields).some(
    ([name, { kind }]) => kind === 'time' && ['', ...SUFFIXES].some((suffix) => request[name + suffix]),
  );
  const timeZone = asksTime ? await context.read(zoneOfTenant) : 'UTC';
  const parts: Expression<SqlBool>[] = [];
  const take = (path: string, read: (text: string) => FilterValue | undefined): void => {
    const text = request[path];
    if (text === undefined || text === '') return;
    const comparisons = read(String(text));
    if (!comparisons) throw new Problem('request.malformed', {}, { faults: [{ path, code: 'fault.format' }] });
    parts.push(superCondition({ match: 'or', comparisons }, columns));
  };
  for (const [name, field] of Object.entries(fields)) {
    take(name, (text) => readFilterValue(name, field, text, timeZone));
    for (const suffix of SUFFIXES) take(name + suffix, (text) => readBeside(name, field, suffix, text, timeZone));
  }
  const advanced = await readSuperQuery(context, request, fields);
  if (advanced) parts.push(superCondition(advanced, columns));
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}
