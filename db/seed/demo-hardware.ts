import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

interface DemoType {
  readonly name: string;
  readonly model: string;
  readonly kind: string;
  readonly severity: string;
  /** Place of the supplier in its tenant's list. */
  readonly supplier: number;
}

const SUPPLIERS: Readonly<
  Record<string, readonly (readonly [name: string, contact: string, phone: string, remark: string])[]>
> = {
  '1000': [
    ['Nordic Beans AS', 'Kari Nordmann', '+47 22 10 10 01', 'Coffee and milk powder, delivers on Mondays'],
    ['Kaffemaskin Service', 'Ola Hansen', '+47 22 10 10 02', 'Grinders and brewers, repairs within two days'],
    ['Arctic Robotics', 'Silje Berg', '+47 22 10 10 03', 'Robot arms, contract until the end of 2028'],
  ],
  '1001': [
    ['云南咖啡供应链', '李娜', '+86 871 6000 1001', '咖啡豆，每周二送货'],
    ['沪上设备维修', '王强', '+86 21 6000 1002', '磨豆机与制冰机，两日内上门'],
    ['华东机械臂', '陈晨', '+86 21 6000 1003', '机械臂，保修三年'],
  ],
  '1002': [
    ['Tokyo Roasters', 'Yui Sato', '+81 3 6000 1001', 'Beans, weekly'],
    ['Kanto Machines', 'Ken Suzuki', '+81 3 6000 1002', 'Frothers and ice makers'],
  ],
};

const TYPES: readonly DemoType[] = [
  { name: 'Bean brewer B200', model: 'B200', kind: 'coffee_maker', severity: 'critical', supplier: 1 },
  { name: 'Six-axis arm A6', model: 'A6', kind: 'robot_arm', severity: 'critical', supplier: 2 },
  { name: 'Milk frother M12', model: 'M12', kind: 'milk_frother', severity: 'major', supplier: 1 },
  { name: 'Ice maker I30', model: 'I30', kind: 'ice_maker', severity: 'major', supplier: 1 },
  { name: 'Foam printer P1', model: 'P1', kind: 'food_printer', severity: 'minor', supplier: 0 },
];
/** Each robot has the first ones; some lie in store. */
const BUILT_IN = 3;
const BY = 'Demo';

/** Suppliers, kinds of part and the parts of each robot of the demo, once. */
export async function seedDemoHardware(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const known = await services.database.read(tenantId, (db) =>
      db.selectFrom('supplier').select('id').limit(1).executeTakeFirst(),
    );
    if (!known) await services.database.write(tenantId, (db) => fitOut(db, tenantId));
  }
}

async function fitOut(db: TenantDb, tenantId: string): Promise<void> {
  const suppliers = (SUPPLIERS[tenantId] ?? []).map(([name, contact, phone, remark]) => ({
    id: newId(),
    ...{ name, contact, phone, remark, created_by: BY },
  }));
  await db.insertInto('supplier').values(suppliers).execute();
  const types = TYPES.map(({ name, model, kind, severity, supplier }) => ({
    id: newId(),
    ...{ name, model, kind, fault_severity: severity, created_by: BY },
    supplier_id: suppliers[Math.min(supplier, suppliers.length - 1)]?.id ?? null,
  }));
  await db.insertInto('hardware_type').values(types).execute();
  const robots = await db.selectFrom('robot').select('id').orderBy('imei').execute();
  const builtIn = robots.flatMap((robot, at) =>
    types.slice(0, BUILT_IN).map((type, place) => ({
      ...{ id: newId(), hardware_type_id: type.id, robot_id: robot.id, status: 'in_use', created_by: BY },
      serial_number: serial(type.model, at * BUILT_IN + place),
      installed_on: '2026-03-02',
      warranty_until: '2029-03-01',
    })),
  );
  const inStore = types.slice(BUILT_IN).map((type, place) => ({
    ...{ id: newId(), hardware_type_id: type.id, robot_id: null, created_by: BY },
    status: place === 0 ? 'spare' : 'broken',
    serial_number: serial(type.model, 900 + place),
    installed_on: null,
    warranty_until: '2028-06-30',
  }));
  await db
    .insertInto('hardware')
    .values([...builtIn, ...inStore])
    .execute();
}

const serial = (model: string, number: number): string => `${model}-${String(number + 1).padStart(4, '0')}`;
