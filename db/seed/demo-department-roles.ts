import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { rightsChanged } from '#system/access/server/index.ts';

interface DemoDepartmentRole {
  readonly tenantId: number;
  readonly orgCode: string;
  readonly name: string;
  readonly code: string;
  readonly description: string;
  readonly rights: readonly string[];
  readonly people: readonly string[];
}

const ROLES: readonly DemoDepartmentRole[] = [
  {
    ...{ tenantId: 1000, orgCode: 'A01', name: 'Dispatcher', code: 'dispatcher', people: ['operator'] },
    description: 'Sends technicians to robots that need one',
    rights: ['devices', 'devices-robots', 'devices-robot-detail', 'robot:view', 'robot:maintain', 'robot:command'],
  },
  {
    ...{ tenantId: 1000, orgCode: 'A02', name: 'Refund desk', code: 'refund_desk', people: [] },
    description: 'Answers customers who want their money back',
    rights: ['orders', 'orders-list', 'orders-detail', 'order:view', 'order:refund'],
  },
  {
    ...{ tenantId: 1001, orgCode: 'B01', name: '值班长', code: 'zhi_ban_zhang', people: ['manager.cn'] },
    description: '负责当班设备与订单',
    rights: ['devices', 'devices-robots', 'robot:view', 'orders', 'orders-list', 'order:view'],
  },
];

const RULES = [
  { page: 'orders-list', name: 'Paid orders only', field: 'paidMinor', condition: '>', value: '0' },
  {
    page: 'devices-robots',
    name: 'Without robots in maintenance',
    field: 'status',
    condition: '!=',
    value: 'maintain',
  },
] as const;

/** Roles of departments, what their departments may give, and data rules to give: made once, where the departments are there. */
export async function seedDemoDepartmentRoles(services: Services): Promise<void> {
  await services.database.acrossTenants('roles of departments of the demo', async (db) => {
    const known = await db.selectFrom('department_role').select('id').limit(1).executeTakeFirst();
    if (known) return;
    const catalogue = await db.selectFrom('permission').select(['id', 'name']).execute();
    const idOf = (name: string) => catalogue.find((row) => row.name === name)?.id;
    const changed: string[] = [];
    for (const role of ROLES) {
      const { tenantId: tenant_id } = role;
      const department = await db
        .selectFrom('department')
        .select('id')
        .where('tenant_id', '=', tenant_id)
        .where('org_code', '=', role.orgCode)
        .executeTakeFirst();
      if (!department) continue;
      const id = newId();
      const made = { created_by: 'Demo', description: role.description };
      await db
        .insertInto('department_role')
        .values({ tenant_id, id, depart_id: department.id, role_name: role.name, role_code: role.code, ...made })
        .execute();
      for (const permission_id of role.rights.flatMap((name) => idOf(name) ?? [])) {
        const right = { tenant_id, permission_id };
        await db
          .insertInto('department_permission')
          .values({ ...right, id: newId(), department_id: department.id, created_by: 'Demo' })
          .execute();
        await db
          .insertInto('department_role_permission')
          .values({ ...right, role_id: id })
          .execute();
      }
      const people = await db
        .selectFrom('staff_user as u')
        .innerJoin('user_department as d', 'd.user_id', 'u.id')
        .select('u.id')
        .where('d.department_id', '=', department.id)
        .where('u.username_key', 'in', ['', ...role.people])
        .execute();
      for (const person of people)
        await db.insertInto('department_role_user').values({ tenant_id, role_id: id, user_id: person.id }).execute();
      changed.push(...people.map((person) => person.id));
    }
    for (const { page, ...rule } of RULES) {
      const permission_id = idOf(page);
      if (permission_id)
        await db
          .insertInto('permission_rule')
          .values({ id: newId(), permission_id, ...rule, created_by: 'Demo' })
          .execute();
    }
    await rightsChanged(db, changed);
  });
}
