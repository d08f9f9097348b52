import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';
import { COFFEE, drawn, rgb, storePicture, WHITE } from './demo-pictures.ts';

/** A spot has its own colour, a company the one of its first spot. */
const COLOURS = ['#8b5e3c', '#1f6f8b', '#5b7f3a', '#a23e48', '#5d4a8a'] as const;
const ICON = 96;
const LOGO = 240;
const BY = 'Demo';

/** What the form of a spot asks for and the demo's spots lack: pictures, and people whom alarms call. Once. */
export async function seedDemoSpots(services: Services): Promise<void> {
  for (const { tenantId, company } of DEMO_TENANTS) {
    const spots = await services.database.read(tenantId, (db) =>
      db
        .selectFrom('spot')
        .select(['id', 'name'])
        .where('created_by', '=', BY)
        .where('icon', '=', '')
        .orderBy('created_at')
        .execute(),
    );
    if (spots.length === 0) continue;
    const logo = await storePicture(services, tenantId, {
      biz: 'logo',
      size: LOGO,
      bytes: await cup(LOGO, COLOURS[0]),
    });
    for (const [place, { id }] of spots.entries()) {
      const colour = COLOURS[place % COLOURS.length] ?? COLOURS[0];
      const icon = await storePicture(services, tenantId, { biz: 'icon', size: ICON, bytes: await cup(ICON, colour) });
      await services.database.write(tenantId, async (db) => {
        await refer(db, id, 'icon', icon.id);
        await refer(db, id, 'companyLogo', logo.id);
        const contacts = [{ name: company.name, phone: '', email: 'alarms@example.com', bySms: false, byEmail: true }];
        await db
          .updateTable('spot')
          .set({
            icon: icon.path,
            company_logo: logo.path,
            contacts: JSON.stringify(contacts),
            customer_service_email: 'help@example.com',
            maintenance_email: 'maintenance@example.com',
          })
          .where('id', '=', id)
          .execute();
      });
    }
  }
}

const refer = (db: TenantDb, spotId: string, field: 'icon' | 'companyLogo', fileId: string) =>
  db.insertInto('file_reference').values({ file_id: fileId, owner_kind: 'spot', owner_id: spotId, field }).execute();

/** A cup seen from above on the colour. */
function cup(size: number, colour: string): Promise<Buffer> {
  const around = rgb(colour);
  return drawn(size, (x, y) => {
    const away = Math.hypot(x, y);
    const isHandle = Math.abs(y) < 0.14 && x > 0 && away > 0.55 && away < 0.85;
    if ((away > 0.44 && away < 0.6) || isHandle) return WHITE;
    return away <= 0.36 ? COFFEE : around;
  });
}
