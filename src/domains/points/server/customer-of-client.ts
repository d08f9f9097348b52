import { findCustomerByWord } from '#domains/customers/server/index.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';

/** The customer whom a client of the storefront calls so: of its own alone. */
export async function findCustomerOfClient(
  db: TenantDb,
  { storefront }: Actor,
  word: string,
): Promise<string | undefined> {
  const found = await findCustomerByWord(db, { clientId: storefront?.keyId ?? '', userId: word });
  return found?.isActive ? found.id : undefined;
}

export async function customerOfClient(db: TenantDb, actor: Actor, word: string): Promise<string> {
  return (await findCustomerOfClient(db, actor, word)) ?? raise('points.unknown-customer');
}
