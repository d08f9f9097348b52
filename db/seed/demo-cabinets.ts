import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

/** What the simulator plays; the server learns of its units from what it says. */
export interface DemoCabinet {
  readonly tenantId: string;
  readonly imei: string;
  readonly password: string;
  readonly name: string;
  readonly spotId: string | null;
  readonly capacity: number;
  readonly units: readonly { slot: number; serial: string; soc: number; cycles: number }[];
}

interface Planned {
  readonly name: string;
  readonly capacity: number;
  readonly units: number;
}
/** Eight cabinets and forty-nine units; one of each tenant is in service hands, and six are with customers (`demo-rentals.ts`). */
const CABINETS: Readonly<Record<string, readonly Planned[]>> = {
  '1000': [
    { name: 'Oslo Central, hall', capacity: 12, units: 8 },
    { name: 'Oslo Central, platform', capacity: 8, units: 4 },
    { name: 'Harbour', capacity: 8, units: 5 },
  ],
  '1001': [
    { name: '南京东路一号柜', capacity: 12, units: 7 },
    { name: '南京东路二号柜', capacity: 8, units: 4 },
    { name: '世纪大道柜', capacity: 8, units: 4 },
  ],
  // a small tenant that has just begun to lend: nothing of it is out yet
  '1002': [
    { name: 'Marunouchi, east gate', capacity: 8, units: 5 },
    { name: 'Marunouchi, west gate', capacity: 8, units: 3 },
  ],
};
const BY = 'Demo';
const FILE = 'demo-cabinets.json';

/** Units are numbered: those in cabinets, one on a desk, those with customers, then those that customers have bought. */
export const demoSerial = (prefix: string, number: number): string => `PB${prefix}${String(number).padStart(4, '0')}`;
export const unitsInCabinets = (tenantId: string): number =>
  (CABINETS[tenantId] ?? []).reduce((sum, { units }) => sum + units, 0);

/** Cabinets and units of the demo, once; their passwords are in a file of the installation, as those of the robots. */
export async function seedDemoCabinets(services: Services): Promise<DemoCabinet[]> {
  const file = join(services.config.dataDir, FILE);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return JSON.parse(known) as DemoCabinet[];
  const made: DemoCabinet[] = [];
  for (const { tenantId, imeiPrefix } of DEMO_TENANTS) {
    const plan = CABINETS[tenantId] ?? [];
    if (plan.length > 0) made.push(...(await seedTenant(services, tenantId, imeiPrefix, plan)));
  }
  await mkdir(services.config.dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  return made;
}

async function seedTenant(
  services: Services,
  tenantId: string,
  prefix: string,
  plan: readonly Planned[],
): Promise<DemoCabinet[]> {
  const at = services.clock.now();
  let units = 0;
  const serial = (): string => {
    units += 1;
    return demoSerial(prefix, units);
  };
  return services.database.acrossTenants('cabinets of the demo', async (db) => {
    const tenant_id = Number(tenantId);
    const spots = await db
      .selectFrom('spot')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .orderBy('id')
      .limit(2)
      .execute();
    const made: DemoCabinet[] = [];
    for (const [place, planned] of plan.entries()) {
      const { name, capacity } = planned;
      const imei = `${prefix}CAB0000${place + 1}`;
      const password = randomBytes(32).toString('base64url');
      const spotId = spots[place < 2 ? 0 : 1]?.id ?? null;
      const digest = { tenant_id, kind: 'cabinet', password_digest: sha256(password) };
      await db
        .insertInto('device_credential')
        .values({ imei, ...digest })
        .onConflict((conflict) => conflict.column('imei').doUpdateSet(digest))
        .execute();
      await db
        .insertInto('cabinet')
        .values({
          ...{ tenant_id, id: newId(), imei, name, capacity, spot_id: spotId, model: `C${capacity}` },
          ...{ product_name: 'Power rack', created_at: at, created_by: BY, updated_at: at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      made.push({
        ...{ tenantId, imei, password, name, spotId, capacity },
        units: Array.from({ length: planned.units }, (_, slot) => ({
          ...{ slot: slot + 1, serial: serial(), soc: 15 + ((slot * 23 + place * 11) % 85), cycles: 12 + slot * 9 },
        })),
      });
    }
    // one of each tenant lies on a desk
    await sql`
      insert into power_bank (tenant_id, id, serial, model, state, state_since, created_at, created_by, updated_at, remark)
      values (${tenant_id}, ${newId()}, ${serial()}, 'P5', 'in_service', ${at}, ${at}, ${BY}, ${at}, 'On the desk')
      on conflict do nothing`.execute(db);
    return made;
  });
}
