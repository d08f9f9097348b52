import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { DEMO_TENANTS } from './demo-catalogue.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];

interface Words {
  readonly days: string;
  readonly nights: string;
  readonly weekend: string;
  readonly reason: string;
  readonly notes: readonly [read: string, unread: string];
}
const ENGLISH: Words = {
  ...{ days: 'Days', nights: 'Nights', weekend: 'Weekend', reason: 'Dentist' },
  notes: [
    'The grinder of the first robot was cleaned; it may report once more today.',
    'The router at the first spot is replaced at ten: all its robots fall silent for a few minutes.',
  ],
};
const CHINESE: Words = {
  ...{ days: '白班', nights: '夜班', weekend: '周末', reason: '看牙医' },
  notes: ['一号机的磨豆机已清洁，今天可能还会上报一次。', '一号网点十点更换路由器，期间所有机器人会短暂离线。'],
};

/** Who is on duty in the demo: the manager by day, the operator by night, weekends in turn; an exception, and two notes. Once. */
export async function seedDemoDuty(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const { tenantId } of DEMO_TENANTS) {
    const people = await services.database.identity((db) =>
      db
        .selectFrom('membership as m')
        .innerJoin('staff_user as u', 'u.id', 'm.user_id')
        .select(['u.id', 'u.username', 'u.realname'])
        .where('m.tenant_id', '=', Number(tenantId))
        .where('m.status', '=', 1)
        .where('u.username_key', 'in', ['manager', 'manager.cn', 'operator'])
        .orderBy('u.username_key', 'desc')
        .execute(),
    );
    const [night, day = night] = people;
    if (!night || !day) continue;
    const words = tenantId === '1001' ? CHINESE : ENGLISH;
    const startsOn = mondayBefore(new Date(now.getTime() - 28 * DAY_MS));
    const weekLater = mondayBefore(new Date(now.getTime() - 21 * DAY_MS));
    await services.database.write(tenantId, async (db) => {
      const known = await db.selectFrom('alarm_duty').select('id').limit(1).executeTakeFirst();
      if (known) return;
      const duty = (
        name: string,
        who: typeof night,
        weekdays: readonly number[],
        hours: readonly [string, string],
      ) => ({
        ...{ id: newId(), name, user_name: who.username, user_id: who.id, weekdays: JSON.stringify(weekdays) },
        ...{ hours: JSON.stringify({ from: hours[0], to: hours[1] }), starts_on: startsOn, every_weeks: 1 },
      });
      await db
        .insertInto('alarm_duty')
        .values([
          duty(words.days, day, DAYS, ['07:00', '19:00']),
          duty(words.nights, night, [...DAYS, ...WEEKEND], ['19:00', '07:00']),
          { ...duty(words.weekend, day, WEEKEND, ['07:00', '19:00']), every_weeks: 2 },
          { ...duty(words.weekend, night, WEEKEND, ['07:00', '19:00']), every_weeks: 2, starts_on: weekLater },
        ])
        .execute();
      const noon = Date.parse(`${mondayBefore(new Date(now.getTime() + 7 * DAY_MS))}T10:00:00Z`);
      if (day.id !== night.id)
        await db
          .insertInto('alarm_duty_change')
          .values({
            ...{ id: newId(), reason: words.reason, absent_user_name: day.username, absent_id: day.id },
            ...{ user_name: night.username, user_id: night.id },
            ...{ from_at: new Date(noon), until_at: new Date(noon + DAY_MS / 8) },
          })
          .execute();
      const note = (hours: number, from: typeof night, to: typeof night, words: string) => ({
        ...{ id: newId(), at: new Date(now.getTime() - hours * 3_600_000), by_id: from.id, by_name: from.realname },
        ...{ note: words, for_id: to.id, for_name: to.realname },
      });
      const read = new Date(now.getTime() - 24 * 3_600_000);
      await db
        .insertInto('alarm_handover')
        .values([
          { ...note(26, day, night, words.notes[0]), read_at: read, read_by: night.realname },
          { ...note(2, night, day, words.notes[1]), read_at: null, read_by: '' },
        ])
        .execute();
    });
  }
}

/** The Monday of the week of a day, `yyyy-MM-dd`. */
function mondayBefore(at: Date): string {
  const day = Temporal.PlainDate.from(at.toISOString().slice(0, 10));
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}
