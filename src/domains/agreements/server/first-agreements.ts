import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { AGREEMENT_TYPES } from '../contract/agreements.ts';

const TEXTS = {
  user: { content: '<h2>Terms of use</h2><p>…</p>', content_zh: '<h2>用户协议</h2><p>…</p>' },
  privacy: { content: '<h2>Privacy policy</h2><p>…</p>', content_zh: '<h2>隐私政策</h2><p>…</p>' },
} as const;

/** A new tenant begins with a draft of each type, to be written. */
export async function addFirstAgreements(tx: Transaction) {
  const some = await tx.db.selectFrom('agreement').select('id').limit(1).executeTakeFirst();
  if (some) return { agreements: 0 };
  await tx.db
    .insertInto('agreement')
    .values(
      AGREEMENT_TYPES.map((type) => ({
        id: newId(),
        type,
        terms_version: '1.0',
        update_info: '1.0',
        ...TEXTS[type],
        created_at: tx.now(),
        created_by: tx.actor.name,
        updated_at: tx.now(),
      })),
    )
    .execute();
  return { agreements: AGREEMENT_TYPES.length };
}

/** Drafts that nobody published. */
export async function removeDrafts(db: PlatformDb, tenantId: number): Promise<void> {
  await db.deleteFrom('agreement').where('tenant_id', '=', tenantId).where('published_at', 'is', null).execute();
}
