import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { BEVERAGES, CHINESE, DEMO_TENANTS, MENUS } from './demo-catalogue.ts';
import { type Colour, drawn, rgb, storePicture, WHITE } from './demo-pictures.ts';

const SIZE = 320;
const BY = 'Demo';

interface Look {
  readonly drink: string;
  /** On top of it. */
  readonly foam?: string;
  readonly about: string;
  readonly aboutZh: string;
  readonly short: string;
  readonly shortZh: string;
  /** What a drawing machine can draw on. */
  readonly drawing?: true;
  readonly printing?: true;
}

/** By the name of the drink. */
const LOOKS: Readonly<Record<string, Look>> = {
  Espresso: {
    ...{ drink: '#3b2116', foam: '#b07a45', short: 'Short and strong', shortZh: '浓郁醇厚' },
    ...{ about: 'A double shot of freshly ground beans.', aboutZh: '现磨咖啡豆的双份浓缩。' },
  },
  Americano: {
    ...{ drink: '#2f1a10', short: 'Long and black', shortZh: '清爽黑咖啡' },
    ...{ about: 'Espresso with hot water, without milk.', aboutZh: '浓缩咖啡加热水，不加奶。' },
  },
  Latte: {
    ...{
      drink: '#b98a5e',
      foam: '#f0dcc0',
      short: 'Mild, with much milk',
      shortZh: '奶香柔和',
      drawing: true,
      printing: true,
    },
    ...{ about: 'Espresso with steamed milk and a thin layer of foam.', aboutZh: '浓缩咖啡配蒸汽牛奶和细腻奶泡。' },
  },
  Cappuccino: {
    ...{
      drink: '#9a6a43',
      foam: '#fbf1df',
      short: 'With thick foam',
      shortZh: '绵密奶泡',
      drawing: true,
      printing: true,
    },
    ...{ about: 'Espresso, milk and foam in equal parts.', aboutZh: '浓缩咖啡、牛奶和奶泡各占三分之一。' },
  },
  'Flat white': {
    ...{ drink: '#a6764b', foam: '#ecd3b2', short: 'Strong, with silky milk', shortZh: '咖啡味更浓', drawing: true },
    ...{ about: 'A double shot with silky milk.', aboutZh: '双份浓缩配丝滑牛奶。' },
  },
  Mocha: {
    ...{ drink: '#5c3523', foam: '#d9b48c', short: 'With cocoa', shortZh: '可可风味' },
    ...{ about: 'Espresso with milk and cocoa.', aboutZh: '浓缩咖啡配牛奶与可可。' },
  },
  'Iced latte': {
    ...{ drink: '#c79b70', short: 'Cold and mild', shortZh: '冰爽奶香' },
    ...{ about: 'Espresso with cold milk over ice.', aboutZh: '浓缩咖啡配冰牛奶和冰块。' },
  },
  'Iced americano': {
    ...{ drink: '#4a2a1a', short: 'Cold and black', shortZh: '冰爽黑咖啡' },
    ...{ about: 'Espresso with cold water over ice.', aboutZh: '浓缩咖啡配冷水和冰块。' },
  },
  'Hot chocolate': {
    ...{ drink: '#4d2a1c', foam: '#f4e4cf', short: 'Sweet, without coffee', shortZh: '香甜无咖啡' },
    ...{ about: 'Hot milk with cocoa.', aboutZh: '热牛奶配可可。' },
  },
  'Steamed milk': {
    ...{ drink: '#f2e7d5', foam: '#ffffff', short: 'Warm and plain', shortZh: '温热牛奶' },
    ...{ about: 'Warm milk with a little foam.', aboutZh: '温热牛奶，配少许奶泡。' },
  },
};
const WARM = rgb('#f6e7d8');
const COOL = rgb('#dcecf5');
const GLASS = rgb('#eef6fa');

/** What the form of a drink asks for and the demo's drinks lack: descriptions, pictures, and what their options begin with. Once. */
export async function seedDemoGoods(services: Services): Promise<void> {
  const pictures = new Map<string, Uint8Array>();
  for (const { tenantId } of DEMO_TENANTS) {
    const drinks = await services.database.read(tenantId, (db) =>
      db
        .selectFrom('beverage')
        .select(['id', 'name', 'menu_id'])
        .where('image', '=', '')
        .where('created_by', '=', '')
        .where('name', 'in', Object.keys(LOOKS))
        .execute(),
    );
    if (drinks.length === 0) continue;
    for (const { id, name } of drinks) {
      const look = LOOKS[name];
      if (!look) continue;
      const isCold = BEVERAGES.some((drink) => drink.name === name && drink.temperature === 'cold');
      const bytes = pictures.get(name) ?? (await (isCold ? glass(look) : cup(look)));
      pictures.set(name, bytes);
      const picture = await storePicture(services, tenantId, { biz: 'beverage', size: SIZE, bytes });
      const isChinese = tenantId === CHINESE;
      await services.database.write(tenantId, async (db) => {
        await db
          .updateTable('beverage')
          .set({
            image: picture.path,
            description: isChinese ? look.aboutZh : look.about,
            short_title: isChinese ? look.shortZh : look.short,
            drawing_machine: look.drawing ?? false,
            foam_printing: look.printing ?? false,
            created_by: BY,
          })
          .where('id', '=', id)
          .execute();
        await refer(db, { kind: 'beverage', id }, picture.id);
      });
    }
    await fillMenus(services, tenantId, pictures);
    await services.database.write(tenantId, beginWithPlainMilk);
  }
}

const refer = (db: TenantDb, owner: { kind: string; id: string }, fileId: string) =>
  db
    .insertInto('file_reference')
    .values({ file_id: fileId, owner_kind: owner.kind, owner_id: owner.id, field: 'image' })
    .execute();

/** A menu looks like the drink that is bought most in it. */
const DRINK_OF_MENU = { coffee: 'Latte', cold: 'Iced latte', other: 'Hot chocolate' } as const;

async function fillMenus(
  services: Services,
  tenantId: string,
  pictures: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [key, { name, nameZh }] of Object.entries(MENUS)) {
    const bytes = pictures.get(DRINK_OF_MENU[key as keyof typeof MENUS]);
    if (!bytes) continue;
    const picture = await storePicture(services, tenantId, { biz: 'menu', size: SIZE, bytes });
    await services.database.write(tenantId, async (db) => {
      const menus = await db
        .updateTable('menu')
        .set({ name_zh: nameZh, image: picture.path, created_by: BY })
        .where('name', 'in', [name, nameZh])
        .returning('id')
        .execute();
      for (const { id } of menus) await refer(db, { kind: 'goodsMenu', id }, picture.id);
    });
  }
}

/** The cheapest category of a single choice is what storefronts begin with. */
async function beginWithPlainMilk(db: TenantDb): Promise<void> {
  const groups = await db.selectFrom('option_group').select('id').where('kind', '=', 'single').execute();
  for (const { id } of groups) {
    const first = await db
      .selectFrom('option_choice')
      .select('id')
      .where('group_id', '=', id)
      .orderBy('cost_minor')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (first)
      await db
        .updateTable('beverage_option_group')
        .set({ default_choice_id: first.id })
        .where('group_id', '=', id)
        .execute();
  }
  await db.updateTable('option_group').set({ created_by: BY }).execute();
  await db.updateTable('option_choice').set({ created_by: BY }).execute();
}

const inside = (x: number, y: number, [wide, high]: readonly [number, number]): boolean =>
  (x / wide) ** 2 + (y / high) ** 2 <= 1;

/** A cup from above and a little from the side, on its saucer. */
function cup({ drink, foam }: Look): Promise<Buffer> {
  const [inner, top] = [rgb(drink), foam === undefined ? undefined : rgb(foam)];
  return drawn(SIZE, (x, y): Colour => {
    const up = y + 0.18;
    if (top && inside(x + 0.04, up - 0.01, [0.3, 0.13])) return top;
    if (inside(x, up, [0.44, 0.2])) return inner;
    if (inside(x, up, [0.5, 0.24])) return WHITE;
    const width = 0.5 - Math.max(0, y + 0.18) * 0.32;
    const isBody = y > -0.18 && y < 0.42 && Math.abs(x) < width;
    if (isBody) return shade(WHITE, 1 - Math.abs(x - 0.1) * 0.16);
    const handle = Math.hypot((x - 0.56) / 0.9, y - 0.08);
    if (x > 0.3 && handle > 0.13 && handle < 0.22) return shade(WHITE, 0.94);
    if (inside(x, y - 0.46, [0.72, 0.18])) return shade(WHITE, 0.9);
    return WARM;
  });
}

/** A glass from the side, with ice. */
function glass({ drink }: Look): Promise<Buffer> {
  const inner = rgb(drink);
  const ice = [
    [-0.16, -0.22],
    [0.12, -0.12],
    [-0.06, 0.06],
  ] as const;
  return drawn(SIZE, (x, y): Colour => {
    const width = 0.42 - (y + 0.6) * 0.09;
    if (y < -0.62 || y > 0.66 || Math.abs(x) > width) return COOL;
    if (Math.abs(x) > width - 0.035 || y > 0.6) return WHITE;
    if (y < -0.42) return GLASS;
    if (ice.some(([left, high]) => Math.abs(x - left) + Math.abs(y - high) * 0.9 < 0.15)) return shade(inner, 1.25);
    return shade(inner, 1.06 - Math.abs(x) * 0.2);
  });
}

const shade = (colour: Colour, by: number): Colour =>
  colour.map((part) => Math.min(255, Math.round(part * by))) as unknown as Colour;
