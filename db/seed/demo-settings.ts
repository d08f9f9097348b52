import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

const BY = 'Demo';

interface DemoSettings {
  readonly tenantId: string;
  readonly depositMinor: number;
  readonly domain: string;
  readonly name: string;
  readonly nameZh: string;
}

const SETTINGS: readonly DemoSettings[] = [
  {
    tenantId: '1000',
    depositMinor: 30_000,
    domain: 'nordic-coffee.example',
    name: 'Nordic Coffee',
    nameZh: '北欧咖啡',
  },
  {
    tenantId: '1001',
    depositMinor: 9_900,
    domain: 'shanghai-robotics.example',
    name: 'Shanghai Robotics',
    nameZh: '上海智能机器人',
  },
  { tenantId: '1002', depositMinor: 3_000, domain: 'tokyo-kiosk.example', name: 'Tokyo Kiosk', nameZh: '东京咖啡亭' },
];

/** What the demo's tenants have set and what their customers accept, once. */
export async function seedDemoSettings(services: Services): Promise<void> {
  const at = services.clock.now();
  for (const one of SETTINGS) {
    await services.database.write(one.tenantId, async (db) => {
      const known = await db.selectFrom('tenant').select('settings_at').executeTakeFirstOrThrow();
      if (known.settings_at === null)
        await db
          .updateTable('tenant')
          .set({
            settings_at: at,
            deposit_minor: one.depositMinor,
            order_distance_metres: 300,
            service_email: `help@${one.domain}`,
            maintenance_email: `repair@${one.domain}`,
            reward_config: JSON.stringify({
              frequency: 'monthly',
              executionTime: '01 09:00:00',
              couponCount: 1,
              includeShared: false,
              emailSuffixes: '',
            }),
          })
          .execute();
      const some = await db.selectFrom('agreement').select('id').limit(1).executeTakeFirst();
      if (some) return;
      const made = { created_at: at, created_by: BY, updated_at: at };
      await db
        .insertInto('agreement')
        .values(
          textsOf(one).map((text) => ({ id: newId(), ...text, ...made, published_at: text.status === 1 ? at : null })),
        )
        .execute();
    });
  }
}

function textsOf({ name, nameZh, domain }: DemoSettings) {
  return [
    {
      type: 'user',
      terms_version: '1.0',
      update_info: 'First version',
      content: `<h2>Terms of use</h2><p>Who buys at a robot of ${name} pays the price that it shows. A drink that is not made is refunded.</p>`,
      content_zh: `<h2>用户协议</h2><p>在${nameZh}的机器人购买时，按屏幕显示的价格付款。未制作的饮品将退款。</p>`,
      url: '',
      status: 1,
    },
    {
      type: 'user',
      terms_version: '1.1',
      update_info: 'Deposits of power banks',
      content: `<h2>Terms of use</h2><p>Who buys at a robot of ${name} pays the price that it shows. A drink that is not made is refunded. A deposit is held back while a power bank is lent.</p>`,
      content_zh: `<h2>用户协议</h2><p>在${nameZh}的机器人购买时，按屏幕显示的价格付款。未制作的饮品将退款。租借充电宝期间冻结押金。</p>`,
      url: '',
      status: 0,
    },
    {
      type: 'privacy',
      terms_version: '1.0',
      update_info: 'First version',
      content: '',
      content_zh: '',
      url: `https://${domain}/privacy`,
      status: 1,
    },
  ];
}
