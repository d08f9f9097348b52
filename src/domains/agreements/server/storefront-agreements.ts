import type * as z from 'zod';
import { nameCustomer } from '#domains/customers/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Acceptance, StorefrontAgreement } from '../contract/endpoints.ts';

type Shown = z.infer<typeof StorefrontAgreement>;

/** The latest published agreement of each type, in the caller's language where it was written in it. */
export async function readLatestAgreements(context: RequestContext): Promise<Shown[]> {
  const rows = await context.read((db) =>
    db
      .selectFrom('agreement')
      .distinctOn('type')
      .select(['id', 'type', 'terms_version', 'update_info', 'url', 'content', 'content_zh', 'image', 'published_at'])
      .where('status', '=', 1)
      .where('published_at', 'is not', null)
      .orderBy('type')
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  );
  const isChinese = context.language === 'zh-CN';
  return rows.map((row) => ({
    id: row.id,
    type: row.type as Shown['type'],
    version: row.terms_version,
    updateInfo: row.update_info,
    url: row.url,
    content: isChinese ? row.content_zh || row.content : row.content || row.content_zh,
    image: row.image,
    publishedAt: (row.published_at ?? context.now()).toISOString(),
  }));
}

/** Kept for ever with its moment; a second time it stays as it was. A draft is as unknown as what does not exist. */
export async function acceptAgreement(
  context: RequestContext,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<null> {
  if (!isUuid(id)) raise('agreement.not-found');
  return context.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('agreement')
      .select('id')
      .where('id', '=', id)
      .where('published_at', 'is not', null)
      .executeTakeFirst();
    if (!row) raise('agreement.not-found');
    const customer = await nameCustomer(tx, { clientId: tx.actor.storefront!.keyId, userId: customerId });
    await tx.db
      .insertInto('agreement_acceptance')
      .values({ agreement_id: id, customer_id: customerId, customer_ref: customer, accepted_at: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.audit({ action: 'agreement:accept', objectKind: 'agreement', objectId: id, after: { customerId } });
    return null;
  });
}

export async function readAcceptances(
  context: RequestContext,
  { customerRef }: { readonly customerRef: string },
): Promise<z.infer<typeof Acceptance>[]> {
  if (!isUuid(customerRef)) return [];
  const rows = await context.read((db) =>
    db
      .selectFrom('agreement_acceptance as accepted')
      .innerJoin('agreement', (join) =>
        join
          .onRef('agreement.tenant_id', '=', 'accepted.tenant_id')
          .onRef('agreement.id', '=', 'accepted.agreement_id'),
      )
      .select(['agreement.id', 'agreement.type', 'agreement.terms_version', 'accepted.accepted_at'])
      .where('accepted.customer_ref', '=', customerRef)
      .orderBy('accepted.accepted_at', 'desc')
      .orderBy('agreement.id')
      .execute(),
  );
  return rows.map((row) => ({
    agreementId: row.id,
    type: row.type as Shown['type'],
    version: row.terms_version,
    acceptedAt: row.accepted_at.toISOString(),
  }));
}
