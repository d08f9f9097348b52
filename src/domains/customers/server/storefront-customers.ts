import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { customers } from '../contract/customers.ts';
import type { CustomerFacts, StorefrontCustomer } from '../contract/endpoints.ts';
import { barcodeOf } from '../rules/barcode.ts';
import { nameCustomer } from './customer-store.ts';

interface Named {
  readonly customerId: string;
}

const clientOf = ({ actor }: Pick<RequestContext, 'actor'>): string => actor.storefront!.keyId;

export async function readCustomer(context: RequestContext, { customerId }: Named): Promise<StorefrontCustomer> {
  return context.read((db) => shown(db, clientOf(context), customerId));
}

async function shown(db: TenantDb, clientId: string, userId: string): Promise<StorefrontCustomer> {
  const row = await db
    .selectFrom('customer')
    .select(['user_id', 'name', 'phone', 'email', 'email_verified', 'language', 'time_zone', 'consent', 'barcode'])
    .select('created_at')
    .select(sql<string | null>`to_char(birthday, 'YYYY-MM-DD')`.as('birthday'))
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!row) raise('customer.not-found');
  const { user_id, email_verified, time_zone, created_at, ...same } = row;
  return {
    ...same,
    timeZone: time_zone,
    name: same.name === user_id ? '' : same.name,
    customerId: user_id,
    emailVerified: email_verified,
    createdAt: created_at.toISOString(),
  };
}

/** What a client tells of a customer: from then on staff see it. A mailbox that changes is not verified unless the client says so. */
export function saveCustomer(
  context: RequestContext,
  { customerId, ...facts }: Named & CustomerFacts,
): Promise<StorefrontCustomer> {
  const clientId = clientOf(context);
  return context.transaction(async (tx) => {
    const id = await nameCustomer(tx, { clientId, userId: customerId });
    const before = await tx.db
      .selectFrom('customer')
      .select(['name', 'phone', 'email', 'email_verified', 'language', 'time_zone', 'consent', 'version'])
      .select(sql<string | null>`to_char(birthday, 'YYYY-MM-DD')`.as('birthday'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const email = facts.email ?? before.email;
    const emailVerified =
      email !== '' &&
      (facts.emailVerified ?? (email.toLowerCase() === before.email.toLowerCase() && before.email_verified));
    const after = {
      name: facts.name === '' ? customerId : (facts.name ?? before.name),
      phone: facts.phone ?? before.phone,
      email,
      email_verified: emailVerified,
      language: facts.language ?? before.language,
      time_zone: facts.timeZone ?? before.time_zone,
      birthday: facts.birthday === undefined ? before.birthday : facts.birthday,
      consent: facts.consent ?? before.consent,
    };
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== before[field]);
    if (changed.length > 0) {
      await tx.db
        .updateTable('customer')
        .set({
          ...after,
          ...(changed.includes('consent') ? { consent_at: after.consent ? tx.now() : null } : {}),
          ...{ version: before.version + 1, updated_at: tx.now(), updated_by: tx.actor.name },
        })
        .where('id', '=', id)
        .execute();
      const { version: _, ...known } = before;
      await tx.audit({
        action: customers.permission('edit'),
        objectKind: customers.name,
        objectId: id,
        before: wireNames(known),
        after: wireNames(after),
      });
      await tx.live({ kind: customers.name, id, permission: customers.permission('view') });
    }
    return shown(tx.db, clientId, customerId);
  });
}

/** As the history of the record names its fields. */
const wireNames = ({
  email_verified,
  time_zone: _zone,
  ...same
}: { email_verified: boolean; time_zone: string } & Record<string, unknown>) => ({
  ...same,
  emailVerified: email_verified,
});

export function makeOwnBarcode(context: RequestContext, { customerId }: Named): Promise<StorefrontCustomer> {
  const clientId = clientOf(context);
  return context.transaction(async (tx) => {
    await giveBarcode(tx, await nameCustomer(tx, { clientId, userId: customerId }));
    return shown(tx.db, clientId, customerId);
  });
}

const TRIES = 5;

/** A new one that no customer of the tenant has. */
export async function giveBarcode(tx: Transaction, id: string): Promise<string> {
  for (let left = TRIES; left > 0; left--) {
    const barcode = barcodeOf((below) => randomInt(below));
    const taken = await tx.db.selectFrom('customer').select('id').where('barcode', '=', barcode).executeTakeFirst();
    if (taken) continue;
    await tx.db
      .updateTable('customer')
      .set((of) => ({ barcode, version: of('version', '+', 1), updated_at: tx.now(), updated_by: tx.actor.name }))
      .where('id', '=', id)
      .execute();
    // a barcode opens an account: the history says that it changed, and not into which
    await tx.audit({ action: 'app-user:barcode', objectKind: customers.name, objectId: id });
    await tx.live({ kind: customers.name, id, permission: customers.permission('view') });
    return barcode;
  }
  throw new Error('No barcode is left');
}
