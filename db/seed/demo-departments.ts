import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

interface DemoDepartment {
  readonly code: string;
  readonly name: string;
  readonly category?: '1' | '2' | '3';
  readonly order?: number;
  readonly mobile?: string;
  readonly address?: string;
  readonly description?: string;
  /** Accounts of those who manage it. */
  readonly managers?: readonly string[];
}

/** A code begins with that of the department above. */
const DEPARTMENTS: Readonly<Record<string, readonly DemoDepartment[]>> = {
  '1000': [
    {
      ...{ code: 'A01', name: 'Field service', category: '1', order: 20, mobile: '+47 22 00 01 00' },
      ...{ address: 'Grensen 4, 0159 Oslo', description: 'Keeps the robots running' },
      managers: ['manager', 'operator'],
    },
    {
      ...{ code: 'A02', name: 'Customer care', category: '1', order: 10, mobile: '+47 22 00 02 00' },
      ...{ address: 'Grensen 4, 0159 Oslo', description: 'Answers customers and refunds' },
      managers: ['manager'],
    },
    { code: 'A01A01', name: 'Workshop', order: 20, address: 'Verkstedveien 12, 0277 Oslo' },
    { code: 'A01A02', name: 'Logistics', order: 10 },
    { code: 'A01A02A01', name: 'Airport tour', description: 'Gardermoen, twice a day' },
    { code: 'A01A02A02', name: 'City tour' },
  ],
  '1001': [
    {
      ...{ code: 'B01', name: '运营部', category: '1', order: 20, mobile: '+86 21 5000 0100' },
      ...{ address: '上海市静安区南京西路 1266 号', description: '负责全部网点的日常运营' },
      managers: ['manager.cn', 'manager'],
    },
    { code: 'B01A01', name: '设备维护组', order: 20 },
    { code: 'B01A02', name: '补货配送组', order: 10 },
    { code: 'B02', name: '客户服务部', category: '1', order: 10 },
  ],
  '1002': [
    { code: 'A01', name: 'Kiosk operations', category: '1', order: 20, address: '1-9-1 Marunouchi, Tokyo' },
    { code: 'A01A01', name: 'Refill' },
  ],
};
const LENGTH_OF_LEVEL = 3;

/** Fills in what the departments of the demo's tenants look like, once: what somebody changed or deleted stays so. */
export async function seedDemoDepartments(services: Services): Promise<void> {
  for (const [tenantId, departments] of Object.entries(DEPARTMENTS)) {
    const people = await services.database.identity((db) =>
      db
        .selectFrom('staff_user')
        .select(['id', 'username_key'])
        .where('username_key', 'in', [...new Set(departments.flatMap(({ managers = [] }) => managers)), ''])
        .execute(),
    );
    await services.database.write(tenantId, async (db) => {
      const rows = await db.selectFrom('department').select(['id', 'org_code', 'created_by']).execute();
      if (rows.some(({ created_by }) => created_by !== '')) return;
      const ids = new Map(rows.map(({ id, org_code }) => [org_code, id]));
      for (const { code, name, category, order, managers = [], ...texts } of departments) {
        const known = ids.get(code);
        const id = known ?? newId();
        ids.set(code, id);
        const parent_id = ids.get(code.slice(0, -LENGTH_OF_LEVEL)) ?? null;
        const facts = {
          ...{ name, parent_id, org_category: category ?? '2', org_type: String(code.length / LENGTH_OF_LEVEL) },
          ...{ sort: order ?? 0, created_by: 'Demo', ...texts },
        };
        if (known) await db.updateTable('department').set(facts).where('id', '=', id).execute();
        else
          await db
            .insertInto('department')
            .values({ id, org_code: code, ...facts })
            .execute();
        for (const { id: user_id, username_key } of people)
          if (managers.includes(username_key)) {
            await db.insertInto('department_manager').values({ department_id: id, user_id }).execute();
            await db.updateTable('membership').set({ user_identity: 2 }).where('user_id', '=', user_id).execute();
          }
      }
    });
  }
}
