import { sql } from 'kysely';
import type { AlarmPerson } from '#domains/customers/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type Duty, type DutyBlock, type DutyChange, dutyBlocks, onDutyAt } from '../rules/duty.ts';

/** The rota as far as it matters between two moments. */
export async function findRota(
  db: TenantDb,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<{ readonly duties: Duty[]; readonly changes: DutyChange[] }> {
  const rows = await db
    .selectFrom('alarm_duty')
    .select(['id', 'name', 'spot_id', 'user_id', 'weekdays', 'hours', 'starts_on', 'ends_on', 'every_weeks'])
    .orderBy('name')
    .orderBy('id')
    .execute();
  const changes = await db
    .selectFrom('alarm_duty_change')
    .select(['id', 'spot_id', 'from_at', 'until_at', 'absent_id', 'user_id'])
    .where('until_at', '>', from)
    .where('from_at', '<', until)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return {
    duties: rows.map((row) => ({
      ...{ id: row.id, name: row.name, spotId: row.spot_id, userId: row.user_id, everyWeeks: row.every_weeks },
      ...{ weekdays: row.weekdays as number[], hours: row.hours as { from: string; to: string } },
      ...{ startsOn: row.starts_on, endsOn: row.ends_on },
    })),
    changes: changes.map((row) => ({
      ...{ id: row.id, spotId: row.spot_id, from: row.from_at, until: row.until_at },
      ...{ absentId: row.absent_id, userId: row.user_id },
    })),
  };
}

export async function zoneOf(db: TenantDb, tenantId: string): Promise<string> {
  const { time_zone } = await db
    .selectFrom('tenant')
    .select('time_zone')
    .where('tenant_id', '=', Number(tenantId))
    .executeTakeFirstOrThrow();
  return time_zone;
}

export async function blocksBetween(
  db: TenantDb,
  { tenantId, from, until }: { readonly tenantId: string; readonly from: Date; readonly until: Date },
): Promise<DutyBlock[]> {
  const { duties, changes } = await findRota(db, { from, until });
  if (duties.length === 0 && changes.length === 0) return [];
  return dutyBlocks(duties, changes, { from, until, timeZone: await zoneOf(db, tenantId) });
}

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/** People who work here, with their names and addresses; who has left is not among them. */
export async function findMembers(
  db: TenantDb,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  if (ids.length === 0) return new Map();
  await seePeople(db);
  const { rows } = await sql<Member>`
      select person.id, coalesce(nullif(person.realname, ''), person.username) as name,
             coalesce(person.phone, '') as phone, coalesce(person.email, '') as email
        from tenant_user as person
       where person.tenant_id = ${Number(tenantId)} and person.status = 1
         and person.id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

const MINUTE_MS = 60_000;

/** By spot: who is on duty there now, in the order in which they are called. */
export async function findOnDuty(
  tx: Transaction,
  spotIds: readonly string[],
): Promise<ReadonlyMap<string, AlarmPerson[]>> {
  const now = tx.now();
  const until = new Date(now.getTime() + MINUTE_MS);
  const blocks = await blocksBetween(tx.db, { tenantId: tx.tenantId, from: now, until });
  if (blocks.length === 0) return new Map();
  const members = await findMembers(tx.db, tx.tenantId, [...new Set(blocks.map(({ userId }) => userId))]);
  return new Map(
    spotIds.map((spotId) => {
      const people = onDutyAt(blocks, { spotId, now }).flatMap((id) => members.get(id) ?? []);
      return [spotId, people.map(({ id, name, phone, email }) => ({ userId: id, name, phone, email }))];
    }),
  );
}
