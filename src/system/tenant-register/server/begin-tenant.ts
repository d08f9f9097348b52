import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { TenantParts } from '#platform/records/server/slice-parts.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import type { DeclaredCatalogue } from '#system/menu/server/index.ts';
import { DEFAULT_ROLES } from '#system/roles/rules/default-roles.ts';
import { numberOf } from './find-tenants.ts';

/** The menu entry and buttons of the catalogue that a role of this code gets. */
interface Grant {
  readonly code: string;
  readonly permissionIds: readonly string[];
}

/** How many of what a tenant was given. */
type Begun = Readonly<Record<string, number>>;

/** What a tenant begins with: three roles with what they hold, and what each slice gives. */
export class TenantBeginning {
  readonly #catalogue: () => DeclaredCatalogue;
  readonly #begin: readonly NonNullable<TenantParts['begin']>[];

  constructor(catalogue: () => DeclaredCatalogue, begin: readonly NonNullable<TenantParts['begin']>[]) {
    this.#catalogue = catalogue;
    this.#begin = begin;
  }

  /** What the tenant has nothing of (settled 37), and how many of each; one that has something of all is refused. */
  async give(context: RequestContext, tenantId: string): Promise<Begun> {
    const { services, actor, address, requestId, language } = context;
    const grants = await this.#grants(context);
    return runTransaction(services, { tenantId, actor, address, requestId }, async (tx) => {
      const role = await tx.db.selectFrom('role').select('id').limit(1).executeTakeFirst();
      let made: Begun = { roles: role ? 0 : await addRoles(tx, grants) };
      for (const begin of this.#begin) made = { ...made, ...(await begin(tx, language)) };
      if (Object.values(made).every((count) => count === 0)) raise('tenant.not-empty');
      await tx.audit({ action: 'tenant:initialise', objectKind: 'tenant', objectId: tenantId, after: made });
      return made;
    });
  }

  async #grants({ identity }: RequestContext): Promise<Grant[]> {
    const rows = await identity((db) =>
      db.selectFrom('permission').select(['id', 'name', 'action']).where('root_only', '=', false).execute(),
    );
    const needs = new Map(this.#catalogue().entries.map((entry) => [entry.name, entry.needs]));
    return DEFAULT_ROLES.map(({ code, holds }) => ({
      code,
      permissionIds: rows.flatMap(({ id, name, action }) => {
        const needed = action ?? needs.get(name);
        return needed === undefined || holds(needed) ? [id] : [];
      }),
    }));
  }
}

async function addRoles(tx: Transaction, grants: readonly Grant[]): Promise<number> {
  const roles = DEFAULT_ROLES.map((role) => ({ ...role, id: newId() }));
  await tx.db
    .insertInto('role')
    .values(
      roles.map(({ id, code, name, nameZh }) => ({
        ...{ id, role_code: code, role_name: name, role_name_zh: nameZh },
        created_by: tx.actor.name,
      })),
    )
    .execute();
  const held = roles.flatMap(({ id, code }) =>
    (grants.find((grant) => grant.code === code)?.permissionIds ?? []).map((permission_id) => ({
      role_id: id,
      permission_id,
    })),
  );
  if (held.length > 0) await tx.db.insertInto('role_permission').values(held).execute();
  // nobody has the new roles yet; the administrator reads the catalogue of his tenants anew
  await rightsChanged(tx.db, [tx.actor.id]);
  return roles.length;
}

/** The call of the specification: of the selected tenant, or of the one that is named. */
export const initialiseTenant =
  (beginning: TenantBeginning) =>
  async (context: RequestContext, request: { readonly tenant_id?: string | undefined }): Promise<{ made: Begun }> => {
    requireRoot(context);
    const id = request.tenant_id ?? context.tenantId;
    const row = await context.identity((db) =>
      db.selectFrom('tenant').select('tenant_id').where('tenant_id', '=', numberOf(id)).executeTakeFirst(),
    );
    if (!row) raise('tenant.not-found');
    return { made: await beginning.give(context, id) };
  };
