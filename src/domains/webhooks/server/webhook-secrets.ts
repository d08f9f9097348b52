import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { SECRET_PREFIX } from '#platform/outbound/server/sign-message.ts';
import { toValues } from '#platform/records/server/record-rows.ts';
import { announce, lockRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import type { SecretPlace } from '#platform/secrets/server/secrets.ts';
import type { NewSecret } from '../contract/endpoints.ts';
import { webhooks } from '../contract/webhooks.ts';

const HOUR_MS = 3_600_000;

const placeOf = (tenantId: string, rowId: string, column: 'secret' | 'previous_secret'): SecretPlace => ({
  ...{ tenantId, table: 'webhook', column, rowId, purpose: 'webhook' },
});

interface Stored {
  readonly id: string;
  readonly secret: string | null;
  readonly previous_secret: string | null;
  readonly previous_until: Date | null;
}

/** The secrets that sign now, the newest first. */
export async function signingSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
  row: Stored,
  now: Date,
): Promise<string[]> {
  const found: string[] = [];
  if (row.secret) found.push((await secrets.decrypt(db, placeOf(tenantId, row.id, 'secret'), row.secret)).reveal());
  if (row.previous_secret && row.previous_until && row.previous_until > now) {
    const place = placeOf(tenantId, row.id, 'previous_secret');
    found.push((await secrets.decrypt(db, place, row.previous_secret)).reveal());
  }
  return found;
}

/** For a receiver whose secret is known elsewhere, as that of the demo is. */
export const sealReceiverSecret = (
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
  receiver: { readonly id: string; readonly secret: string },
): Promise<string> => secrets.encrypt(db, placeOf(tenantId, receiver.id, 'secret'), receiver.secret);

/** 256 random bits, shown once; the secret before signs as well for as long as is asked for. */
export const makeSecret =
  (served: ServedKind) =>
  async (
    context: RequestContext,
    { id, keepHours = '0' }: { readonly id: string; readonly keepHours?: string | undefined },
  ): Promise<NewSecret> => {
    requireStepUp(context);
    const { secrets } = context.services;
    const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
    const now = context.now();
    const previousUntil = await context.transaction(async (tx) => {
      const record = await lockRecord(served, tx, id);
      const row = await tx.db
        .selectFrom('webhook')
        .select(['id', 'secret', 'previous_secret', 'previous_until'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const before = keepHours === '0' ? [] : await signingSecrets({ secrets }, tx.db, tx.tenantId, row, now);
      const until = before[0] === undefined ? null : new Date(now.getTime() + Number(keepHours) * HOUR_MS);
      const seal = (column: 'secret' | 'previous_secret', value: string) =>
        secrets.encrypt(tx.db, placeOf(tx.tenantId, id, column), value);
      await tx.db
        .updateTable('webhook')
        .set({
          secret: await seal('secret', secret),
          secret_made_at: now,
          previous_secret: before[0] === undefined ? null : await seal('previous_secret', before[0]),
          previous_until: until,
        })
        .where('id', '=', id)
        .execute();
      const after = { previousUntil: until };
      await tx.audit({ action: 'webhook:make-secret', objectKind: webhooks.name, objectId: id, after });
      await announce(served, tx, id, toValues(served.kind, record));
      return until;
    });
    return { id, secret, previousUntil: previousUntil?.toISOString() ?? null };
  };

/** A call that makes a secret meanwhile waits for the lock, and seals with the newest key itself. */
export async function renewWebhookSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'secret', 'previous_secret'])
    .where('secret', 'is not', null)
    .forUpdate()
    .execute();
  let renewed = 0;
  for (const row of rows) {
    for (const column of ['secret', 'previous_secret'] as const) {
      const stored = row[column];
      const fresh = stored === null ? null : await secrets.renew(db, placeOf(tenantId, row.id, column), stored);
      if (fresh === null) continue;
      await db
        .updateTable('webhook')
        .set({ [column]: fresh })
        .where('id', '=', row.id)
        .execute();
      renewed += 1;
    }
  }
  return renewed;
}
