import { countCustomers } from '#domains/customers/server/index.ts';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { CHINESE, DEMO_TENANTS, NOBODY } from './demo-catalogue.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BY = 'Demo';

interface PastRun {
  readonly channel: 'email' | 'sms';
  readonly audience: 'all' | 'chosen';
  readonly hoursAgo: number;
  readonly title: readonly [en: string, zh: string];
  readonly body: readonly [en: string, zh: string];
  /** How far it was when somebody stopped it. */
  readonly stoppedAt?: number;
}

const CHOSEN = 12;

const RUNS: readonly PastRun[] = [
  {
    ...{ channel: 'email', audience: 'all', hoursAgo: 170 },
    title: ['New on the menu: oat flat white', '新品上市：燕麦澳白'],
    body: ['From today at each of our robots, with the milk you choose.', '即日起在所有咖啡机供应，奶类任选。'],
  },
  {
    ...{ channel: 'sms', audience: 'all', hoursAgo: 74, stoppedAt: 0.4 },
    title: ['Happy hour from 15:00', '下午茶时段 15:00 开始'],
    body: ['Each drink at half price until 17:00.', '17:00 前所有饮品半价。'],
  },
  {
    ...{ channel: 'email', audience: 'chosen', hoursAgo: 27 },
    title: ['Sorry for the queue yesterday', '昨日排队致歉'],
    body: ['A robot had to be repaired. Your next coffee is on us.', '咖啡机临时维修，下一杯咖啡由我们请客。'],
  },
];

/** Messages that people wrote to customers by hand, once, after the customers are there. */
export async function seedDemoPushRuns(services: Services): Promise<void> {
  for (const { tenantId } of DEMO_TENANTS) {
    const place = tenantId === CHINESE ? 1 : 0;
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('push_run').select('id').limit(1).executeTakeFirst()) return;
      for (const { channel, audience, hoursAgo, title, body, stoppedAt = 1 } of RUNS) {
        const reached = await countCustomers(db, { withConsent: true, reachedBy: channel, wants: 'news' });
        const total = audience === 'all' ? reached : Math.min(CHOSEN, reached);
        const sent = Math.floor(total * stoppedAt);
        const at = new Date(services.clock.now().getTime() - hoursAgo * HOUR_MS);
        await db
          .insertInto('push_run')
          .values({
            ...{ id: newId(), audience, channel, title: title[place], body: body[place], image: '' },
            ...{ state: sent < total ? 'stopped' : 'done', total, sent, skipped: 0, stopped: total - sent },
            ...{ requested_by: NOBODY, requested_by_name: BY, requested_at: at },
            ended_at: new Date(at.getTime() + 3 * MINUTE_MS),
          })
          .execute();
      }
    });
  }
}
