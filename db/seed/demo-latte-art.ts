import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';
import { COFFEE, drawn, rgb, storePicture } from './demo-pictures.ts';

const SIZE = 256;
const FOAM = rgb('#f3e3cf');
const BY = 'Demo';

/** Where foam is left white, on a circle of coffee. */
const SHAPES = {
  heart: (x: number, y: number) => {
    const [across, up] = [x * 1.7, -y * 1.7 + 0.15];
    return (across ** 2 + up ** 2 - 1) ** 3 - across ** 2 * up ** 3 <= 0;
  },
  rings: (x: number, y: number) => Math.floor(Math.hypot(x, y) * 9) % 2 === 0,
  star: (x: number, y: number) => {
    const turn = Math.atan2(y, x) + Math.PI / 2;
    return Math.hypot(x, y) < 0.42 + 0.24 * Math.cos(5 * turn);
  },
  tulip: (x: number, y: number) => {
    const layer = [0.55, 0.2, -0.15].some((at) => Math.hypot(x * 1.1, (y - at) * 2.6) < 0.62 && y < at + 0.12);
    return layer && Math.abs(x) > 0.02;
  },
} as const;

const NAMES: Readonly<Record<keyof typeof SHAPES, { readonly name: string; readonly name_zh: string }>> = {
  heart: { name: 'Heart', name_zh: '爱心' },
  rings: { name: 'Rings', name_zh: '年轮' },
  star: { name: 'Star', name_zh: '星星' },
  tulip: { name: 'Tulip', name_zh: '郁金香' },
};

/** What the demo's drawing machines print, once. */
export async function seedDemoLatteArt(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const known = await services.database.read(tenantId, (db) =>
      db.selectFrom('latte_art').select('id').limit(1).executeTakeFirst(),
    );
    if (known) continue;
    for (const [place, shape] of (Object.keys(SHAPES) as (keyof typeof SHAPES)[]).entries()) {
      const bytes = await drawn(SIZE, (x, y) => (SHAPES[shape](x, y) ? FOAM : COFFEE));
      const picture = await storePicture(services, tenantId, { biz: 'latte-art', size: SIZE, bytes });
      const id = newId();
      const at = services.clock.now();
      const { name, name_zh } = NAMES[shape];
      const names = tenantId === CHINESE ? { name: name_zh } : { name, name_zh };
      const made = { created_at: at, created_by: BY, updated_at: at };
      await services.database.write(tenantId, async (db) => {
        await db
          .insertInto('latte_art')
          .values({ id, ...names, image: picture.path, sort: place + 1, ...made })
          .execute();
        await db
          .insertInto('file_reference')
          .values({ file_id: picture.id, owner_kind: 'latteArt', owner_id: id, field: 'image' })
          .execute();
      });
    }
  }
}
