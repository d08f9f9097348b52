import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { toValues } from '#platform/records/server/record-rows.ts';
import { announce, lockRecord } from '#platform/records/server/save-record.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { STOREFRONT_KEY_PREFIX } from '#system/session/server/index.ts';
import { clients } from '../contract/clients.ts';
import type { NewKey } from '../contract/endpoints.ts';

const HOUR_MS = 3_600_000;

interface KeyRequest {
  readonly id: string;
  readonly keepHours?: string | undefined;
}

/**
 * The keys of a client: 256 random bits each, kept as their digest. They are found before the tenant is known, so they lie in a
 * table of all tenants; the client's row says the rest, and a key without its client opens nothing.
 */
export function keyCalls(served: ServedKind) {
  async function change(
    context: RequestContext,
    id: string,
    action: string,
    work: (tx: Transaction) => Promise<{ key_made_at: Date | null; key_end: string; previous_until: Date | null }>,
  ): Promise<void> {
    requireStepUp(context);
    await context.transaction(async (tx) => {
      const stored = await lockRecord(served, tx, id);
      const facts = await work(tx);
      await tx.db.updateTable('storefront_client').set(facts).where('id', '=', id).execute();
      await tx.audit({
        action,
        objectKind: clients.name,
        objectId: id,
        after: { previousUntil: facts.previous_until },
      });
      await announce(served, tx, id, toValues(served.kind, stored));
    });
  }

  return {
    makeKey: async (context: RequestContext, { id, keepHours = '0' }: KeyRequest): Promise<NewKey> => {
      const key = `${STOREFRONT_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
      const now = context.now();
      const until = new Date(now.getTime() + Number(keepHours) * HOUR_MS);
      let previousUntil: Date | null = null;
      await change(context, id, 'storefront-client:make-key', async (tx) => {
        const ended = await context.identity(async (db) => {
          const count = await endKeys(db, tx.tenantId, id, until, now);
          const row = { id: newId(), key_digest: sha256(key), tenant_id: Number(tx.tenantId), client_id: id };
          await db.insertInto('storefront_key').values(row).execute();
          return count;
        });
        previousUntil = ended > 0 && until > now ? until : null;
        return { key_made_at: now, key_end: key.slice(-4), previous_until: previousUntil };
      });
      return { id, key, previousUntil: (previousUntil as Date | null)?.toISOString() ?? null };
    },
    revokeKeys: async (context: RequestContext, { id }: KeyRequest): Promise<{ id: string }> => {
      await change(context, id, 'storefront-client:revoke-keys', async (tx) => {
        const now = context.now();
        await context.identity((db) => endKeys(db, tx.tenantId, id, now, now));
        return { key_made_at: null, key_end: '', previous_until: null };
      });
      return { id };
    },
  };
}

/** Good until then at the latest; answers how many still are. What is over goes. */
async function endKeys(db: PlatformDb, tenantId: string, clientId: string, until: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update storefront_key set expires_at = least(coalesce(expires_at, ${until}), ${until})
     where tenant_id = ${tenantId} and client_id = ${clientId} returning id`.execute(db);
  const gone = await sql`
    delete from storefront_key where tenant_id = ${tenantId} and client_id = ${clientId} and expires_at <= ${now}`.execute(
    db,
  );
  return rows.length - Number(gone.numAffectedRows ?? 0);
}
