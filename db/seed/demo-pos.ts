import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

interface DemoPlace {
  readonly name: string;
  readonly address: string;
  readonly zipCode: string;
  readonly country: string;
  /** The robot that it stands at, of those of the tenant; else it lies in store. */
  readonly robotAt?: number;
}

const GARDERMOEN = { address: 'Edvard Munchs veg, Gardermoen', zipCode: '2061', country: 'NO' };
/** By tenant. */
const PLACES: Readonly<Record<string, readonly DemoPlace[]>> = {
  '1000': [
    { name: 'Terminal Oslo 1', address: 'Jernbanetorget 1, Oslo', zipCode: '0154', country: 'NO', robotAt: 0 },
    { name: 'Terminal Oslo 2', address: 'Fjordgata 12, Oslo', zipCode: '0150', country: 'NO' },
    { name: 'Terminal Gardermoen 1', ...GARDERMOEN, robotAt: 2 },
    { name: 'Terminal Gardermoen 2', ...GARDERMOEN, robotAt: 4 },
  ],
  '1001': [
    { name: '上海终端一', address: '上海市黄浦区南京东路 100 号', zipCode: '200001', country: 'CN', robotAt: 0 },
    { name: '上海终端二', address: '上海市浦东新区世纪大道 8 号', zipCode: '200120', country: 'CN' },
    { name: '上海终端三', address: '上海市浦东新区世纪大道 8 号', zipCode: '200120', country: 'CN', robotAt: 6 },
  ],
  '1002': [
    { name: 'Tokyo terminal 1', address: '1-9-1 Marunouchi, Tokyo', zipCode: '100-0005', country: 'JP', robotAt: 0 },
  ],
};
const BY = 'Demo';
const FILE = 'demo-terminals.json';

/** What the simulator plays. */
export interface DemoTerminal {
  readonly tenantId: string;
  readonly imei: string;
  readonly password: string;
  readonly name: string;
  /** As its screen shows it. Readers whose codes begin so are the provider's test readers. */
  readonly registrationCode: string;
  /** The robot that it stands at. */
  readonly robotImei?: string | undefined;
}

/** Payment terminals of the demo, once; their passwords are in a file of the installation, as those of the robots. */
export async function seedDemoPos(services: Services): Promise<DemoTerminal[]> {
  const file = join(services.config.dataDir, FILE);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known) return JSON.parse(known) as DemoTerminal[];
  const made: DemoTerminal[] = [];
  for (const { tenantId, imeiPrefix } of DEMO_TENANTS) made.push(...(await seedTenant(services, tenantId, imeiPrefix)));
  await mkdir(services.config.dataDir, { recursive: true });
  await writeFile(file, JSON.stringify(made, null, 2), { mode: 0o600 });
  return made;
}

async function seedTenant(services: Services, tenantId: string, prefix: string): Promise<DemoTerminal[]> {
  const { database, clock } = services;
  const places = PLACES[tenantId] ?? [];
  const at = clock.now();
  const made = await database.write(tenantId, async (db) => {
    const robots = await db.selectFrom('robot').select(['id', 'imei']).orderBy('imei').execute();
    // cards are taken at terminals too
    await db.updateTable('payment_config').set({ pos_enabled: true }).where('channel', '=', 'stripe').execute();
    const planned = places.map(({ name, robotAt, address, country, zipCode }, place) => {
      const imei = `${prefix}POS0000${place + 1}`;
      const robot = robotAt === undefined ? undefined : robots[robotAt];
      const row = {
        ...{ id: newId(), imei, name, pos_code: `POS-${place + 1}`, robot_id: robot?.id ?? null },
        ...{ address, country, zip_code: zipCode, created_at: at, created_by: BY, updated_at: at },
      };
      const secret = { password: randomBytes(32).toString('base64url') };
      const registrationCode = `simulated-${imei.toLowerCase()}`;
      return { row, terminal: { tenantId, imei, name, ...secret, registrationCode, robotImei: robot?.imei } };
    });
    await db
      .insertInto('pos_terminal')
      .values(planned.map(({ row }) => row))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return planned.map(({ terminal }) => terminal);
  });
  await database.acrossTenants("accounts of the demo's terminals", async (db) => {
    for (const { imei, password } of made) {
      const account = { tenant_id: Number(tenantId), kind: 'pos', password_digest: sha256(password) };
      await db
        .insertInto('device_credential')
        .values({ imei, ...account })
        .onConflict((conflict) => conflict.column('imei').doUpdateSet(account))
        .execute();
    }
  });
  return made;
}
