import { sql } from 'kysely';
import type { SignedRow } from '#platform/audit/rules/canonical-row.ts';
import { digestOf, macOf } from '#platform/audit/server/sign-row.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { sameDigest } from '#platform/secrets/server/secrets.ts';
import { type LinkedRow, linkText } from '../rules/chain-link.ts';

type Keys = Services['secrets'];

/** The columns of an audit row under the name `record`, as a chain reads them. */
export const ROW_COLUMNS = sql`record.id, record.at, record.actor_kind, record.actor_id, record.actor_name, record.action, record.object_kind, record.object_id,
   record.result, record.before, record.after, record.reason, record.address, record.request_id, record.digest, record.mac`;

export interface StoredAuditRow {
  readonly id: string | null;
  readonly at: Date;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly action: string;
  readonly object_kind: string;
  readonly object_id: string;
  readonly result: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly address: string;
  readonly request_id: string;
  readonly digest: Buffer | null;
  readonly mac: Buffer | null;
}

/** What of a stored row its link signs; undefined where the row is gone. */
export function contentOf(keys: Keys, tenantId: string, stored: StoredAuditRow): LinkedRow['row'] {
  if (stored.id === null) return undefined;
  const row: SignedRow = {
    ...{ tenantId, id: stored.id, at: stored.at, actorKind: stored.actor_kind, actorId: stored.actor_id },
    ...{ actorName: stored.actor_name, action: stored.action, objectKind: stored.object_kind },
    ...{ objectId: stored.object_id, result: stored.result, before: stored.before, after: stored.after },
    ...{ reason: stored.reason, address: stored.address, requestId: stored.request_id },
  };
  const fresh = digestOf(keys, row);
  const digest = stored.digest ?? fresh;
  return {
    content: macOf(keys, row, digest).toString('hex'),
    signed: stored.mac?.toString('hex') ?? null,
    isWhole: sameDigest(fresh, digest),
  };
}

export const signLink =
  (keys: Keys) =>
  (text: string): string =>
    keys.hmac('audit-chain', text).toString('hex');

/** The link of a row that gets its number now. */
export function linkOf(
  keys: Keys,
  tenantId: string,
  previous: string,
  place: Pick<LinkedRow, 'number' | 'rowId' | 'adopted'>,
  row: LinkedRow['row'],
): string {
  return signLink(keys)(linkText(tenantId, previous, place, row?.content ?? ''));
}

/** The last link of a tenant. */
export const lastSeal = (db: PlatformDb, tenantId: number) =>
  db
    .selectFrom('audit_seal')
    .select(['number', 'link', 'adopted'])
    .where('tenant_id', '=', tenantId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
