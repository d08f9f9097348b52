import { type Expression, type SqlBool, sql } from 'kysely';
import { Problem } from '#platform/problems/server/raise.ts';
import type { SuperFields } from '../contract/super-query.ts';
import { readFilterValue } from '../rules/filter-value.ts';
import { type SuperColumns, superCondition } from './super-condition.ts';

/**
 * The ordinary filters of a system list, each with the operators of system-api.md 1.4, limited to declared fields
 * (product.md 3); all must hold. A value that does not fit its field is a 400 that names it.
 */
export function filterConditions(
  request: Readonly<Record<string, unknown>>,
  fields: SuperFields,
  columns: SuperColumns,
): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const text = request[name];
    if (text === undefined || text === '') continue;
    const comparisons = readFilterValue(name, field, String(text));
    if (!comparisons) throw new Problem('request.malformed', {}, { faults: [{ path: name, code: 'fault.format' }] });
    parts.push(superCondition({ match: 'or', comparisons }, columns));
  }
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}
