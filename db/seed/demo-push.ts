import { makeDelivered } from '#domains/push/server/index.ts';
import type { MessageKind } from '#platform/channels/contract/channels.ts';
import type { Message } from '#platform/channels/contract/message.ts';
import { addDelivery } from '#platform/channels/server/delivery-log.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';
const HOUR_MS = 3_600_000;

interface DemoMessage {
  readonly template: string;
  readonly to: string;
  readonly title: readonly [en: string, zh: string];
  readonly text: readonly [en: string, zh: string];
  readonly hoursAgo: number;
  readonly kind: MessageKind;
  readonly error?: string;
}

const MESSAGES: readonly DemoMessage[] = [
  {
    ...{ template: 'order-made', to: '+4790000101', hoursAgo: 3, kind: 'orders' },
    title: ['Your order A-2041 is ready', '您的订单 A-2041 已制作完成'],
    text: ['Pick it up at Central station. Your pickup code is 4821.', '请到中央车站取杯，取杯码 4821。'],
  },
  {
    ...{ template: 'order-refunded', to: 'guest@example.com', hoursAgo: 26, kind: 'orders' },
    title: ['Refund for order A-2007', '订单 A-2007 退款通知'],
    text: ['We have returned 49.00.', '已退款 49.00。'],
  },
  {
    ...{ template: 'coupon-given', to: '+4790000102', hoursAgo: 5, kind: 'coupons', error: 'unreachable' },
    title: ['A coupon for you: One free coffee', '您收到一张优惠券：免费咖啡一杯'],
    text: ['Use it until 31 January.', '请在 1 月 31 日之前使用。'],
  },
];

/** The news that an order is ready goes to the app and to WeChat too. */
const ORDER_READY = [
  ['push', 'en-US', 'Order {orderNo} is ready', 'Pick it up at {spot}: {code}', 2, '/orders', ''],
  ['push', 'zh-CN', '订单 {orderNo} 已制作完成', '请到 {spot} 取杯：{code}', 2, '/orders', ''],
  [
    'wechat',
    'en-US',
    'Order {orderNo} is ready',
    'thing1: {spot}\ncharacter_string2: {code}',
    1,
    '/pages/order',
    'order-ready',
  ],
  [
    'wechat',
    'zh-CN',
    '订单 {orderNo} 已制作完成',
    'thing1: {spot}\ncharacter_string2: {code}',
    1,
    '/pages/order',
    'order-ready',
  ],
] as const;
/** Who is told of alarms sees them in the bell too. */
const ALARM = [
  ['backend', 'en-US', '{device} needs help', '{fault} at {spot}.', 0, '', ''],
  ['backend', 'zh-CN', '{device} 需要处理', '{spot}：{fault}。', 0, '', ''],
] as const;

async function addOtherChannels(db: TenantDb, at: Date): Promise<void> {
  const rows = [
    ...ORDER_READY.map(
      (row) => ['order-made', '{"orderNo": "A-101", "spot": "Central station", "code": "4821"}', row] as const,
    ),
    ...ALARM.map(
      (row) =>
        ['alarm-raised', '{"device": "Robot 3", "spot": "Central station", "fault": "Milk is low"}', row] as const,
    ),
  ];
  await db
    .insertInto('message_template')
    .values(
      rows.map(([code, test_json, [channel, language, title, content, jump_type, jump_target, provider_template]]) => ({
        ...{
          id: newId(),
          code,
          channel,
          language,
          title,
          content,
          test_json,
          jump_type,
          jump_target,
          provider_template,
        },
        ...{ created_at: at, created_by: BY, updated_at: at },
      })),
    )
    .execute();
}

/** Templates and scenes of the demo, and a few messages that were sent with them, once. */
export async function seedDemoPush(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const known = await services.database.read(tenantId, (db) =>
      db.selectFrom('push_scene').select('id').limit(1).executeTakeFirst(),
    );
    if (known) continue;
    const isChinese = tenantId === CHINESE;
    const now = services.clock.now();
    await services.database.write(tenantId, async (db) => {
      const language = isChinese ? 'zh-CN' : 'en-US';
      await makeDelivered(db, { at: now, by: BY, language });
      await addOtherChannels(db, now);
      // a visitor sees what waits for a person, and not a message for each cup that the demo sells
      await db
        .updateTable('push_scene')
        .set({ status: 0 })
        .where('event', 'in', ['order-paid', 'points-changed', 'coupon-given', 'coupon-ending'])
        .execute();
      for (const one of MESSAGES) {
        const at = new Date(now.getTime() - one.hoursAgo * HOUR_MS);
        const [title, text] = [one.title[isChinese ? 1 : 0], one.text[isChinese ? 1 : 0]];
        const id = newId();
        const message: Message = one.to.includes('@')
          ? { channel: 'email', purpose: 'push', to: one.to, subject: title, text }
          : { channel: 'sms', purpose: 'push', to: one.to, text };
        const origin = { title, templateCode: one.template, kind: one.kind };
        await addDelivery(services.secrets, db, tenantId, {
          ...{ id, message, at, origin, expiresAt: undefined, dueAt: undefined },
        });
        const ended = one.error
          ? { state: 'failed', attempts: 4, last_error: one.error }
          : { state: 'delivered', attempts: 1, content: null, delivered_at: at };
        await db.updateTable('message_delivery').set(ended).where('id', '=', id).execute();
        // after 1, 5 and 30 minutes more
        for (const [nth, minutes] of (one.error ? [0, 1, 6, 36] : [0]).entries())
          await db
            .insertInto('message_attempt')
            .values({
              ...{ delivery_id: id, number: nth + 1, channel: message.channel, duration_ms: one.error ? 10_000 : 84 },
              at: new Date(at.getTime() + minutes * 60_000),
              ...{
                fault: one.error ?? '',
                reply: one.error ? '' : message.channel === 'sms' ? 'HTTP 202 Accepted' : '250',
              },
            })
            .execute();
      }
    });
  }
}

/** Some customers have the app or WeChat, and one in twenty wants no news; once, after they are there. */
export async function seedDemoDevicesOfCustomers(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS)
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('customer_device').select('id').limit(1).executeTakeFirst()) return;
      const people = await db
        .selectFrom('customer')
        .select('id')
        .where('email', '<>', '')
        .where('erased_at', 'is', null)
        .orderBy('id')
        .limit(60)
        .execute();
      const at = services.clock.now();
      for (const [nth, { id }] of people.entries()) {
        const channel = nth % 3 === 0 ? 'wechat' : 'push';
        const address = channel === 'wechat' ? `o${id.replaceAll('-', '').slice(0, 27)}` : `demo-${id}:APA91b`;
        const platform = channel === 'wechat' ? '' : nth % 2 === 0 ? 'ios' : 'android';
        await db
          .insertInto('customer_device')
          .values({ id: newId(), customer_id: id, channel, address, platform, created_at: at, last_seen_at: at })
          .execute();
        if (nth % 20 === 7)
          await db
            .insertInto('customer_opt_out')
            .values({ customer_id: id, kind: 'news', at, source: 'link' })
            .execute();
      }
    });
}
