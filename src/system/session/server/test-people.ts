import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { rightsChanged } from '#system/access/server/index.ts';
import { hasherOf } from '#system/passwords/server/server-hasher.ts';
import { normalAccount } from '../rules/normal-account.ts';

export const PASSWORD = 'Tr4m&Fjord';

export interface TestPerson {
  readonly id: string;
  readonly username: string;
}

interface Membership {
  readonly tenantId: string;
  readonly permissions?: readonly string[];
  /** Codes of his departments there; made where they are missing. */
  readonly departments?: readonly string[];
}

/** A member of staff who can log in with `PASSWORD`. */
export async function aPerson(
  services: Services,
  person: {
    username?: string;
    workNo?: string;
    status?: number;
    phone?: string;
    email?: string;
    memberships?: readonly Membership[];
  } = {},
): Promise<TestPerson> {
  const id = newId();
  const username = person.username ?? `person-${id.slice(-12)}`;
  const password_hash = await hasherOf(services).hash(PASSWORD);
  await services.database.acrossTenants('test person', async (db) => {
    await db
      .insertInto('staff_user')
      .values({
        id,
        username,
        username_key: normalAccount(username),
        realname: 'Test Person',
        work_no: person.workNo ?? id,
        status: person.status ?? 1,
        phone: person.phone ?? null,
        email: person.email ?? null,
        password_hash,
      })
      .execute();
    for (const membership of person.memberships ?? []) {
      const tenant_id = Number(membership.tenantId);
      await db.insertInto('membership').values({ tenant_id, user_id: id }).execute();
      for (const org_code of membership.departments ?? []) {
        const known = await db
          .selectFrom('department')
          .select('id')
          .where('tenant_id', '=', tenant_id)
          .where('org_code', '=', org_code)
          .executeTakeFirst();
        const department_id = known?.id ?? newId();
        if (!known) {
          await db
            .insertInto('department')
            .values({ tenant_id, id: department_id, org_code, name: `Dept ${org_code}` })
            .execute();
        }
        await db.insertInto('user_department').values({ tenant_id, user_id: id, department_id }).execute();
      }
    }
    for (const { tenantId } of person.memberships ?? []) await rightsChanged(db, [id], tenantId);
  });
  for (const { tenantId, permissions = [] } of person.memberships ?? []) {
    if (permissions.length > 0) await grant(services, id, tenantId, permissions);
  }
  return { id, username };
}

/** Gives a user a new role in a tenant that holds the permissions; answers the role's id. */
export async function grant(
  services: Services,
  userId: string,
  tenantId: string,
  permissions: readonly string[],
): Promise<string> {
  const role_id = newId();
  const tenant_id = Number(tenantId);
  await services.database.acrossTenants('test role', async (db) => {
    await db
      .insertInto('role')
      .values({ tenant_id, id: role_id, role_code: role_id, role_name: 'test role' })
      .execute();
    await db.insertInto('user_role').values({ tenant_id, user_id: userId, role_id }).execute();
    for (const name of permissions) {
      const known = await db.selectFrom('permission').select('id').where('name', '=', name).executeTakeFirst();
      const permission_id = known?.id ?? newId();
      if (!known) {
        await db
          .insertInto('permission')
          .values({ id: permission_id, kind: 2, name, title_en: name, title_zh: name, action: name })
          .execute();
      }
      await db.insertInto('role_permission').values({ tenant_id, role_id, permission_id }).execute();
    }
    await rightsChanged(db, [userId]);
  });
  return role_id;
}
