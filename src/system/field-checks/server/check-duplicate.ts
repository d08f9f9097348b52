import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import type { UniqueField } from '#platform/records/server/slice-parts.ts';
import type { DuplicateCheckRequest } from '../contract/field-checks.ts';
import { checksLeft } from './check-limit.ts';

/** The fields that slices declare, by `table.field`. */
export type UniqueFields = ReadonlyMap<string, UniqueField>;

/** Free: nothing; taken: a refusal. An empty value is always free (system-api.md 5.8). */
export async function checkDuplicate(
  fields: UniqueFields,
  context: RequestContext,
  request: DuplicateCheckRequest,
): Promise<null> {
  const { actor } = context;
  const unique =
    fields.get(`${request.tableName}.${request.fieldName}`) ?? raiseAt('fieldName', 'field-check.field-unknown');
  if (!actor.isRoot && !unique.permissions.some((permission) => actor.permissions.has(permission)))
    raise('request.forbidden', { permission: unique.permissions[0] ?? '' });
  if (context.tenantId === '') raise('request.tenant-forbidden');
  checksLeft(context);
  if (!request.fieldVal) return null;
  if (await unique.isTaken(context, { value: request.fieldVal, exceptId: request.dataId }))
    raiseAt('fieldVal', 'field-check.taken');
  return null;
}
