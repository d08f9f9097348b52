import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';
import { type Colour, rgb, storeMedia } from './demo-pictures.ts';

const BY = 'Demo';
/** Six seconds of coloured shapes, upright. */
const FILM = join(import.meta.dirname, 'media/advert.mp4');
/** Drawn small and made large: nobody waits for two million points. */
const DRAWN = 60;

interface DemoClip {
  readonly names: readonly [en: string, zh: string];
  /** Of a film there is a file; a picture is drawn in two colours. */
  readonly colours?: readonly [Colour, Colour];
  readonly isLying?: true;
  readonly seconds: number;
}

const CLIPS: readonly DemoClip[] = [
  { names: ['Coffee of the week', '本周咖啡'], seconds: 6 },
  { names: ['Summer drinks', '夏日饮品'], colours: [rgb('#f59e0b'), rgb('#fde68a')], seconds: 8 },
  { names: ['Power on the go', '随行电源'], colours: [rgb('#0f766e'), rgb('#99f6e4')], isLying: true, seconds: 10 },
];

/** What the demo's screens show, once. */
export async function seedDemoAdverts(services: Services): Promise<void> {
  const film = await readFile(FILM);
  for (const { tenantId } of DEMO_TENANTS) {
    const { known, spot } = await services.database.read(tenantId, async (db) => ({
      known: await db.selectFrom('ad_clip').select('id').limit(1).executeTakeFirst(),
      spot: await db.selectFrom('spot').select('id').orderBy('name').limit(1).executeTakeFirst(),
    }));
    if (known) continue;
    for (const [sort, { names, colours, isLying, seconds }] of CLIPS.entries()) {
      const [width, height] = isLying ? [1_920, 1_080] : [1_080, 1_920];
      const bytes = colours ? await rings(width, height, colours) : film;
      const size = { width, height, ...(colours ? {} : { seconds }) };
      const { id: file_id, path } = await storeMedia(services, tenantId, { biz: 'advert', bytes, ...size });
      const [id, at] = [newId(), services.clock.now()];
      const name = names[tenantId === CHINESE ? 1 : 0];
      const made = { created_at: at, created_by: BY };
      await services.database.write(tenantId, async (db) => {
        await db
          .insertInto('ad_clip')
          .values({
            ...{ id, name, file: path, file_type: colours ? 'image' : 'video', sort, ...made, updated_at: at },
            ...{ display: isLying ? 'horizontal' : 'vertical', duration_seconds: seconds },
          })
          .execute();
        await db
          .insertInto('file_reference')
          .values({ file_id, owner_kind: 'ad', owner_id: id, field: 'file' })
          .execute();
        if (spot && !isLying)
          await db
            .insertInto('ad_showing')
            .values({ id: newId(), clip_id: id, spot_id: spot.id, sort, ...made })
            .execute();
      });
    }
  }
}

/** Rings around the middle. */
function rings(width: number, height: number, colours: readonly [Colour, Colour]): Promise<Buffer> {
  const [across, down] = [DRAWN, Math.round((DRAWN * height) / width)];
  const points = Buffer.alloc(across * down * 3);
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) {
      const far = Math.hypot(x - across / 2, y - down / 2);
      points.set(colours[Math.floor(far / 9) % 2] ?? colours[0], (y * across + x) * 3);
    }
  return sharp(points, { raw: { width: across, height: down, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .png({ palette: true })
    .toBuffer();
}
