import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import type { VisitDay, VisitSums } from '../contract/visits.ts';

const DAYS = 7;

/** Logins into the tenant: as long as the log is kept, and of its day today. */
export async function visitSums(context: RequestContext): Promise<VisitSums> {
  return context.read(async (db) => {
    const timeZone = await zoneOfTenant(db);
    const today = startOfDay(localDay(context.now(), timeZone), timeZone);
    const isToday = sql<boolean>`at >= ${today}`;
    const row = await db
      .selectFrom('login_log')
      .where('act', '=', 'login')
      .select((of) => [
        of.fn.countAll<string>().as('total'),
        of.fn.countAll<string>().filterWhere(isToday).as('today'),
        of.fn.count<string>('address').distinct().filterWhere(isToday).as('addresses'),
      ])
      .executeTakeFirstOrThrow();
    return {
      totalVisitCount: Number(row.total),
      todayVisitCount: Number(row.today),
      todayIp: Number(row.addresses),
    };
  });
}

/** Each of the last seven days of the tenant's calendar, the oldest first; a day without a login counts none. */
export async function visitDays(context: RequestContext): Promise<VisitDay[]> {
  return context.read(async (db) => {
    const timeZone = await zoneOfTenant(db);
    const today = localDay(context.now(), timeZone);
    const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at - DAYS + 1));
    const rows = await db
      .selectFrom('login_log')
      .where('act', '=', 'login')
      .where('at', '>=', startOfDay(days[0] ?? today, timeZone))
      .select((of) => [
        sql<string>`to_char(at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
        of.fn.countAll<string>().as('visits'),
        of.fn.count<string>('address').distinct().as('addresses'),
      ])
      .groupBy('day')
      .execute();
    const found = new Map(rows.map((row) => [row.day, row]));
    return days.map((day) => ({
      ...{ tian: day, type: day.slice('yyyy-'.length) },
      visit: Number(found.get(day)?.visits ?? 0),
      ip: Number(found.get(day)?.addresses ?? 0),
    }));
  });
}
