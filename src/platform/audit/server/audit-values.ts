import { newId } from '#platform/ids/server/new-id.ts';
import type { Secrets } from '#platform/secrets/server/secrets.ts';
import type { SignedRow } from '../rules/canonical-row.ts';
import { signRow } from './sign-row.ts';

export type AuditAct = Omit<SignedRow, 'id' | 'before' | 'after' | 'reason'> &
  Partial<Pick<SignedRow, 'before' | 'after' | 'reason'>>;

/** The columns of a new audit row, signed. What must not be read (`redact`) is taken out before. */
export function auditValues(secrets: Pick<Secrets, 'hmac'>, act: AuditAct) {
  const json = (value: unknown): string | null =>
    value === undefined || value === null ? null : JSON.stringify(value);
  const [before, after] = [json(act.before), json(act.after)];
  // signed as it will be read
  const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
  const row = { ...act, id: newId(), before: read(before), after: read(after), reason: act.reason ?? null };
  return {
    ...{ tenant_id: row.tenantId, id: row.id, at: row.at, actor_kind: row.actorKind, actor_id: row.actorId },
    ...{ actor_name: row.actorName, action: row.action, object_kind: row.objectKind, object_id: row.objectId },
    ...{ result: row.result, before, after, reason: row.reason, address: row.address, request_id: row.requestId },
    ...signRow(secrets, row),
  };
}
