import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

/** A spot has its own colour, a company the one of its first spot. */
const COLOURS = ['#8b5e3c', '#1f6f8b', '#5b7f3a', '#a23e48', '#5d4a8a'] as const;
const ICON = 96;
const LOGO = 240;
const BY = 'Demo';
const NOBODY = '00000000-0000-0000-0000-000000000000';

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
    const logo = await storePicture(services, tenantId, { biz: 'logo', size: LOGO, colour: COLOURS[0] });
    for (const [place, { id }] of spots.entries()) {
      const colour = COLOURS[place % COLOURS.length] ?? COLOURS[0];
      const icon = await storePicture(services, tenantId, { biz: 'icon', size: ICON, colour });
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

interface Picture {
  readonly biz: 'icon' | 'logo';
  readonly size: number;
  readonly colour: string;
}

async function storePicture(services: Services, tenantId: string, { biz, size, colour }: Picture) {
  const bytes = await cup(size, colour);
  const id = randomUUID();
  const path = fileKey({ tenantId, purpose: biz, id, extension: 'png' });
  await services.files.write(path, once(bytes), { maxBytes: bytes.length });
  await services.database.write(tenantId, (db) =>
    db
      .insertInto('stored_file')
      .values({
        ...{ id, kind: biz, extension: 'png', state: 'stored', size_bytes: bytes.length, width: size, height: size },
        checksum: createHash('sha256').update(bytes).digest('hex'),
        ...{ label: `${biz}.png`, uploaded_by: NOBODY, created_at: services.clock.now() },
      })
      .execute(),
  );
  return { id, path };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const refer = (db: TenantDb, spotId: string, field: 'icon' | 'companyLogo', fileId: string) =>
  db.insertInto('file_reference').values({ file_id: fileId, owner_kind: 'spot', owner_id: spotId, field }).execute();

/** A cup seen from above on the colour, drawn point by point: the program reads no drawings. */
function cup(size: number, colour: string): Promise<Buffer> {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const points = Buffer.alloc(size * size * 3);
  const half = size / 2;
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const away = Math.hypot(x - half, y - half) / half;
      const isHandle = Math.abs(y - half) < size * 0.07 && x > half && away > 0.55 && away < 0.85;
      const isWhite = (away > 0.44 && away < 0.6) || isHandle;
      const isCoffee = away <= 0.36;
      const point = isWhite ? [255, 255, 255] : isCoffee ? [60, 36, 22] : [red, green, blue];
      points.set(point, (y * size + x) * 3);
    }
  return sharp(points, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
}
