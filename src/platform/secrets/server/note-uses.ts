import { sql } from 'kysely';
import { auditValues } from '#platform/audit/server/audit-values.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';

const WRITE_EVERY_MS = 5_000;
const AT_ONCE = 1_000;

/** Adds what this server counted to the day's counts of all servers. */
export async function writeUses({ secrets, database }: Pick<Services, 'secrets' | 'database'>): Promise<void> {
  const counted = secrets.uses.take();
  if (counted.length === 0) return;
  try {
    await database.acrossTenants('how often secrets were used', (db) =>
      db
        .insertInto('secret_use')
        .values(
          counted.map((use) => ({
            ...{ tenant_id: Number(use.tenantId), day: use.day, kind: use.kind, object_id: use.objectId },
            ...{ part: use.part, uses: use.uses, first_at: use.firstAt, last_at: use.lastAt },
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'day', 'kind', 'object_id', 'part']).doUpdateSet({
            uses: sql`secret_use.uses + excluded.uses`,
            first_at: sql`least(secret_use.first_at, excluded.first_at)`,
            last_at: sql`greatest(secret_use.last_at, excluded.last_at)`,
          }),
        )
        .execute(),
    );
  } catch (error) {
    secrets.uses.putBack(counted);
    throw error;
  }
}

/** One audit row per secret for each day that is over (decision 82). */
export async function noteUses(services: Services): Promise<void> {
  const today = services.clock.now().toISOString().slice(0, 'yyyy-mm-dd'.length);
  let done = AT_ONCE;
  while (done === AT_ONCE)
    done = await services.database.acrossTenants('uses of secrets of days that are over', async (db) => {
      const rows = await db.selectFrom('secret_use').selectAll().where('day', '<', today).limit(AT_ONCE).execute();
      for (const row of rows) {
        const gone = await db
          .deleteFrom('secret_use')
          .where('tenant_id', '=', row.tenant_id)
          .where('day', '=', row.day)
          .where('kind', '=', row.kind)
          .where('object_id', '=', row.object_id)
          .where('part', '=', row.part)
          .returning(['uses', 'first_at', 'last_at'])
          .executeTakeFirst();
        // another server was there first
        if (gone)
          await db
            .insertInto('audit_row')
            .values(actOf(services, row, gone))
            .execute();
      }
      return rows.length;
    });
}

interface Noted {
  readonly tenant_id: number;
  readonly day: string;
  readonly kind: string;
  readonly object_id: string;
  readonly part: string;
}

function actOf(
  { secrets, clock }: Services,
  { tenant_id, day, kind, object_id, part }: Noted,
  counted: { readonly uses: number; readonly first_at: Date; readonly last_at: Date },
) {
  return auditValues(secrets, {
    ...{ tenantId: String(tenant_id), at: clock.now(), action: 'secret:use', objectKind: kind, objectId: object_id },
    ...{ actorKind: SYSTEM_ACTOR.kind, actorId: SYSTEM_ACTOR.id, actorName: SYSTEM_ACTOR.name, result: 'done' },
    after: {
      ...{ day, part, uses: Number(counted.uses) },
      ...{ firstUse: counted.first_at.toISOString(), lastUse: counted.last_at.toISOString() },
    },
    ...{ address: '', requestId: '' },
  });
}

async function startWriting(services: Services): Promise<() => Promise<void>> {
  const write = () =>
    writeUses(services).catch((error) => services.log.warn({ err: error }, 'uses of secrets are not written'));
  let pass: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    pass = pass.then(write);
  }, WRITE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await pass;
    await write();
  };
}

/** Keys and passwords that the product keeps sealed: that they were used stands in the audit trail (security 14.2). */
export const secretUses: ServerSlice = {
  name: 'secret-uses',
  about: 'How often keys and passwords that are kept sealed were used, one audit row per secret and day.',
  schedules: [defineSchedule({ name: 'secrets.note-uses', expression: '0 12 0 * * ?', missed: 'once', run: noteUses })],
  start: startWriting,
};
