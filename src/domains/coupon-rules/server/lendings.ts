import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { LENDING_PERMISSION, type Lending, type LendingPair } from '../contract/endpoints.ts';

const across = <T>(context: RequestContext, work: (db: PlatformDb) => Promise<T>): Promise<T> =>
  context.services.database.acrossTenants('which tenants lend customers to which', work);

/** Those of the tenant, from either side. */
export async function listLendings(context: RequestContext): Promise<Lending[]> {
  const own = Number(context.tenantId);
  // lender and borrower may lie on two machines, so their names are a question of their own
  const { lendings, names } = await across(context, async (db) => {
    const lendings = await db
      .selectFrom('customer_lending')
      .select(['tenant_id', 'borrower_tenant_id', 'made_at', 'lender_agreed_at', 'borrower_agreed_at'])
      .where((of) => of.or([of('tenant_id', '=', own), of('borrower_tenant_id', '=', own)]))
      .orderBy('made_at')
      .orderBy('tenant_id')
      .orderBy('borrower_tenant_id')
      .execute();
    const partners = [own, ...lendings.flatMap((row) => [row.tenant_id, row.borrower_tenant_id])];
    const tenants = await db
      .selectFrom('tenant')
      .select(['tenant_id', 'name', 'name_zh'])
      .where('tenant_id', 'in', partners)
      .execute();
    const names = new Map(
      tenants.map(({ tenant_id, name, name_zh }) => [tenant_id, localName(context.language, name, name_zh ?? '')]),
    );
    return { lendings, names };
  });
  return lendings.map((row) => ({
    lenderTenantId: String(row.tenant_id),
    lenderName: names.get(row.tenant_id) ?? '',
    borrowerTenantId: String(row.borrower_tenant_id),
    borrowerName: names.get(row.borrower_tenant_id) ?? '',
    madeAt: row.made_at.toISOString(),
    lenderAgreedAt: row.lender_agreed_at?.toISOString() ?? null,
    borrowerAgreedAt: row.borrower_agreed_at?.toISOString() ?? null,
  }));
}

const objectOf = ({ lenderTenantId, borrowerTenantId }: LendingPair): string => `${lenderTenantId}:${borrowerTenantId}`;

async function note(context: RequestContext, pair: LendingPair, did: 'add' | 'agree' | 'delete'): Promise<null> {
  await context.transaction((tx) =>
    tx.audit({
      action: `coupon-rule:lend-${did}`,
      objectKind: 'customerLending',
      objectId: objectOf(pair),
      after: pair,
    }),
  );
  return null;
}

/** Made by the administrator; nothing is lent before both agreed (settled 105). */
export async function addLending(context: RequestContext, pair: LendingPair): Promise<null> {
  if (!context.actor.isRoot) raise('request.forbidden', { permission: LENDING_PERMISSION });
  const [lender, borrower] = [Number(pair.lenderTenantId), Number(pair.borrowerTenantId)];
  if (lender === borrower) return wrongTenant('borrowerTenantId');
  await across(context, async (db) => {
    const known = await db
      .selectFrom('tenant')
      .select('tenant_id')
      .where('tenant_id', 'in', [lender, borrower])
      .execute();
    for (const [path, id] of [
      ['lenderTenantId', lender],
      ['borrowerTenantId', borrower],
    ] as const)
      if (!known.some(({ tenant_id }) => Number(tenant_id) === id)) wrongTenant(path);
    await db
      .insertInto('customer_lending')
      .values({
        ...{ tenant_id: lender, borrower_tenant_id: borrower },
        ...{ made_at: context.now(), made_by: context.actor.name },
      })
      .onConflict((same) => same.doNothing())
      .execute();
  });
  return note(context, pair, 'add');
}

function wrongTenant(path: string): never {
  return raise('coupon-rule.lending-tenant', {}, { faults: [{ path, code: 'coupon-rule.lending-tenant' }] });
}

/** For the own tenant alone, whichever of the two it is. */
export async function agreeLending(context: RequestContext, pair: LendingPair): Promise<null> {
  const side = sideOf(context, pair);
  const found = await across(context, (db) =>
    db
      .updateTable('customer_lending')
      .set({ [side]: context.now() })
      .where('tenant_id', '=', Number(pair.lenderTenantId))
      .where('borrower_tenant_id', '=', Number(pair.borrowerTenantId))
      .returning('tenant_id')
      .executeTakeFirst(),
  );
  if (!found) raise('coupon-rule.lending-not-found');
  return note(context, pair, 'agree');
}

/** Either tenant ends it for both. */
export async function removeLending(context: RequestContext, pair: LendingPair): Promise<null> {
  if (!context.actor.isRoot) sideOf(context, pair);
  const found = await across(context, (db) =>
    db
      .deleteFrom('customer_lending')
      .where('tenant_id', '=', Number(pair.lenderTenantId))
      .where('borrower_tenant_id', '=', Number(pair.borrowerTenantId))
      .returning('tenant_id')
      .executeTakeFirst(),
  );
  if (!found) raise('coupon-rule.lending-not-found');
  return note(context, pair, 'delete');
}

/** A pair of others is as unknown as one that is not there. */
function sideOf({ tenantId }: RequestContext, pair: LendingPair): 'lender_agreed_at' | 'borrower_agreed_at' {
  if (tenantId === pair.lenderTenantId) return 'lender_agreed_at';
  if (tenantId === pair.borrowerTenantId) return 'borrower_agreed_at';
  return raise('coupon-rule.lending-not-found');
}
