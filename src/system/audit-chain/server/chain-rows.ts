import { sql } from 'kysely';
import type { SignedRow } from '#platform/audit/rules/canonical-row.ts';
import { macOfReplacement, replacementOf } from '#platform/audit/server/replace-names.ts';
import { digestOf, macOf } from '#platform/audit/server/sign-row.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { sameDigest } from '#platform/secrets/server/secrets.ts';
import { type LinkedRow, linkText } from '../rules/chain-link.ts';

type Keys = Services['secrets'];

/** The columns of an audit row under the name `record`, and of what was `replaced` in it, as a chain reads them. */
export const ROW_COLUMNS = sql`record.id, record.at, record.actor_kind, record.actor_id, record.actor_name, record.action, record.object_kind, record.object_id,
   record.result, record.before, record.after, record.reason, record.address, record.request_id, record.digest, record.mac,
   replaced.original as replaced_original, replaced.digest as replaced_digest, replaced.mac as replaced_mac`;
/** Behind the join of `record`. */
export const REPLACED_JOIN = sql`left join audit_replaced replaced on replaced.tenant_id = record.tenant_id and replaced.row_id = record.id`;

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
  /** Where a pseudonym stands for what named a person (security 14.5). */
  readonly replaced_original: Buffer | null;
  readonly replaced_digest: Buffer | null;
  readonly replaced_mac: Buffer | null;
}

/** What of a stored row its link signs; undefined where the row is gone. */
export function contentOf(keys: Keys, tenantId: string, stored: StoredAuditRow): LinkedRow['row'] {
  if (stored.id === null) return undefined;
  const row = signedRow(tenantId, { ...stored, id: stored.id });
  const fresh = digestOf(keys, row);
  const digest = originalDigest(stored) ?? fresh;
  return {
    content: macOf(keys, row, digest).toString('hex'),
    signed: stored.mac?.toString('hex') ?? null,
    isWhole: sameDigest(fresh, digest) || isReplacement(keys, row, stored, fresh),
  };
}

const signedRow = (tenantId: string, stored: StoredAuditRow & { readonly id: string }): SignedRow => ({
  ...{ tenantId, id: stored.id, at: stored.at, actorKind: stored.actor_kind, actorId: stored.actor_id },
  ...{ actorName: stored.actor_name, action: stored.action, objectKind: stored.object_kind },
  ...{ objectId: stored.object_id, result: stored.result, before: stored.before, after: stored.after },
  ...{ reason: stored.reason, address: stored.address, requestId: stored.request_id },
});

/** Under which the row was signed; a row from before the chain notes it when something in it is replaced. */
const originalDigest = (stored: StoredAuditRow): Buffer | null => stored.digest ?? stored.replaced_original;

/** The program itself put a pseudonym there, and nobody changed it since. */
function isReplacement(keys: Keys, row: SignedRow, stored: StoredAuditRow, fresh: Buffer): boolean {
  const { replaced_original: original, replaced_digest: digest, replaced_mac: mac } = stored;
  if (original === null || digest === null || mac === null) return false;
  const isOfThisRow = stored.digest === null || sameDigest(original, stored.digest);
  return isOfThisRow && sameDigest(fresh, digest) && sameDigest(mac, macOfReplacement(keys, row, { original, digest }));
}

/** What of a row may name people (security 14.5). */
export type PersonalPart = Pick<StoredAuditRow, 'actor_name' | 'before' | 'after' | 'reason' | 'address'>;

/** Puts other words for what names a person; number, link and signature of the row stay, and the chain still holds. */
export async function replacePersonal(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  db: PlatformDb,
  tenantId: string,
  stored: StoredAuditRow & { readonly id: string },
  changed: PersonalPart,
): Promise<void> {
  const content = contentOf(secrets, tenantId, stored);
  // somebody changed it by hand: it stays as the check found it
  if (!content?.isWhole) return;
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const original = originalDigest(stored) ?? digestOf(secrets, signedRow(tenantId, stored));
  const values = replacementOf(secrets, signedRow(tenantId, { ...stored, ...changed }), original);
  await db
    .insertInto('audit_replaced')
    .values({ tenant_id: Number(tenantId), row_id: stored.id, ...values, at: clock.now() })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'row_id']).doUpdateSet((of) => ({
        digest: of.ref('excluded.digest'),
        mac: of.ref('excluded.mac'),
        at: of.ref('excluded.at'),
      })),
    )
    .execute();
  const { actor_name, before, after, reason, address } = changed;
  await db
    .updateTable('audit_row')
    .set({ actor_name, before: json(before), after: json(after), reason, address })
    .where('tenant_id', '=', Number(tenantId))
    .where('id', '=', stored.id)
    .execute();
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
