import { makeDelivered } from '#domains/push/server/index.ts';
import type { Message } from '#platform/channels/contract/message.ts';
import { addDelivery } from '#platform/channels/server/delivery-log.ts';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

const BY = 'Demo';
/** The tenant that writes Chinese alone. */
const CHINESE = '1001';
const HOUR_MS = 3_600_000;

interface DemoMessage {
  readonly template: string;
  readonly to: string;
  readonly title: readonly [en: string, zh: string];
  readonly text: readonly [en: string, zh: string];
  readonly hoursAgo: number;
  readonly error?: string;
}

const MESSAGES: readonly DemoMessage[] = [
  {
    ...{ template: 'order-made', to: '+4790000101', hoursAgo: 3 },
    title: ['Your order A-2041 is ready', '您的订单 A-2041 已制作完成'],
    text: ['Pick it up at Central station. Your pickup code is 4821.', '请到中央车站取货，取货码 4821。'],
  },
  {
    ...{ template: 'order-refunded', to: 'guest@example.com', hoursAgo: 26 },
    title: ['Refund for order A-2007', '订单 A-2007 退款通知'],
    text: ['We have returned 49.00.', '已退款 49.00。'],
  },
  {
    ...{ template: 'coupon-given', to: '+4790000102', hoursAgo: 5, error: 'unreachable' },
    title: ['A coupon for you: One free coffee', '您收到一张优惠券：免费咖啡一杯'],
    text: ['Use it until 31 January.', '请在 1 月 31 日之前使用。'],
  },
];

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
      for (const one of MESSAGES) {
        const at = new Date(now.getTime() - one.hoursAgo * HOUR_MS);
        const [title, text] = [one.title[isChinese ? 1 : 0], one.text[isChinese ? 1 : 0]];
        const id = newId();
        const message: Message = one.to.includes('@')
          ? { channel: 'email', purpose: 'push', to: one.to, subject: title, text }
          : { channel: 'sms', purpose: 'push', to: one.to, text };
        const origin = { title, templateCode: one.template };
        await addDelivery(services.secrets, db, tenantId, {
          ...{ id, message, at, origin, expiresAt: undefined, dueAt: undefined },
        });
        const ended = one.error
          ? { state: 'failed', attempts: 8, last_error: one.error }
          : { state: 'sent', attempts: 1, content: null };
        await db.updateTable('message_delivery').set(ended).where('id', '=', id).execute();
      }
    });
  }
}
