import { customers } from '#domains/customers/contract/customers.ts';
import { findCustomerByWord, nameCustomer } from '#domains/customers/server/index.ts';
import { applyReport } from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';

interface Address {
  readonly customerId: string;
  readonly channel: 'push' | 'wechat';
  readonly address: string;
}

const clientOf = ({ actor }: Pick<RequestContext, 'actor'>): string => actor.storefront!.keyId;

/** A phone that somebody else logs in on is his from then on: what was for the one before does not reach the wrong person. */
export const saveDevice = (
  context: RequestContext,
  { customerId, channel, address, platform }: Address & { readonly platform: string },
): Promise<null> =>
  context.transaction(async (tx) => {
    const id = await nameCustomer(tx, { clientId: clientOf(context), userId: customerId });
    const at = tx.now();
    const row = await tx.db
      .insertInto('customer_device')
      .values({ id: newId(), customer_id: id, channel, address, platform, created_at: at, last_seen_at: at })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'channel', 'address'])
          .doUpdateSet({ customer_id: id, platform, last_seen_at: at }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.audit({
      ...{ action: 'app-user:device', objectKind: customers.name, objectId: id },
      after: { channel, platform, device: row.id },
    });
    await tx.live({ kind: customers.name, id, permission: customers.permission('view') });
    return null;
  });

export const removeDevice = (context: RequestContext, { customerId, channel, address }: Address): Promise<null> =>
  context.transaction(async (tx) => {
    const customer = await findCustomerByWord(tx.db, { clientId: clientOf(context), userId: customerId });
    if (!customer) return null;
    const gone = await tx.db
      .deleteFrom('customer_device')
      .where('customer_id', '=', customer.id)
      .where('channel', '=', channel)
      .where('address', '=', address)
      .returning('id')
      .executeTakeFirst();
    if (gone)
      await tx.audit({
        ...{ action: 'app-user:device', objectKind: customers.name, objectId: customer.id },
        before: { channel, device: gone.id },
      });
    return null;
  });

/** The provider of app pushes reports nothing: the app does, for messages to customers of its own. */
export const messageReceived = (
  context: RequestContext,
  { messageId }: { readonly messageId: string },
): Promise<null> =>
  context.transaction(async (tx) => {
    if (!isUuid(messageId)) return null;
    const own = await tx.db
      .selectFrom('message_delivery as message')
      .innerJoin('customer', 'customer.id', 'message.customer_id')
      .select('message.id')
      .where('message.id', '=', messageId)
      .where('message.channel', '=', 'push')
      .where('customer.client_id', '=', clientOf(context))
      .executeTakeFirst();
    if (!own || !(await applyReport(tx, 'push', { deliveryId: messageId, state: 'delivered' }))) return null;
    await tx.audit({ action: 'push:received', objectKind: 'messageDelivery', objectId: messageId });
    return null;
  });
