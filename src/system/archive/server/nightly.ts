import * as z from 'zod';
import { leavesBefore, monthOf } from '#platform/archive/rules/months.ts';
import type { ArchiveKind } from '#platform/archive/server/archive-kind.ts';
import { archiveRows, removePart } from '#platform/archive/server/archive-rows.ts';
import { bringBack } from '#platform/archive/server/bring-back.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { KEPT_DAYS } from '#platform/database/rules/kept-days.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob, defineSchedule, type JobContext, type JobHandler } from '#platform/jobs/server/define-job.ts';

/** The first night of a large installation takes hours; what is left over comes in the next. */
const archiveTenant = jobType('archive.move', z.strictObject({}), 4 * 3_600);
/** No file takes so long to write: who began it is dead. */
const BEGUN_MS = 6 * 3_600_000;

/** Old rows leave at night, tenant by tenant; zero days keep a kind in the database for good. */
export const nightlyArchive = defineSchedule({
  name: 'archive.nightly',
  expression: '0 50 2 * * *',
  missed: 'once',
  run: async (services) => {
    const tenants = await services.database.acrossTenants('whose old rows leave', (db) =>
      db.selectFrom('tenant').select('tenant_id').orderBy('tenant_id').execute(),
    );
    for (const { tenant_id } of tenants)
      await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
        tx.enqueue(archiveTenant, {}, { key: 'archive' }),
      );
  },
});

export const archiveJob = (kinds: readonly ArchiveKind[]): JobHandler =>
  defineJob(archiveTenant, async (context) => {
    const { services, tenantId } = context;
    await clearRemains(services, tenantId);
    await goOnWithRestores(context);
    let failure: unknown;
    for (const kind of kinds) {
      try {
        await removeOldFiles(services, tenantId, kind);
        await moveKind(context, kind);
      } catch (error) {
        // another night, and the other kinds in this one
        context.signal.throwIfAborted();
        failure ??= error;
        services.log.error({ err: error, tenantId, kind: kind.name }, 'old rows were not archived');
      }
    }
    if (failure) throw failure;
  });

async function moveKind({ services, tenantId, signal }: JobContext, kind: ArchiveKind): Promise<void> {
  const days = services.config.archiveAfterDays[kind.name] ?? KEPT_DAYS[kind.table];
  if (days === 0) return;
  const before = leavesBefore(days, services.clock.now());
  while (await archiveRows(services, tenantId, kind, before)) signal.throwIfAborted();
}

/** What was asked back and whose job gave up is not lost: a month that is on its way back comes to its end. */
async function goOnWithRestores({ services, tenantId, signal }: JobContext): Promise<void> {
  const months = await services.database.acrossTenants('months on their way back', (db) =>
    db
      .selectFrom('archive_month')
      .select('id')
      .where('tenant_id', '=', Number(tenantId))
      .where('state', '=', 'restoring')
      .execute(),
  );
  for (const { id } of months)
    await bringBack(services, tenantId, id, { signal }).catch((error) => {
      signal.throwIfAborted();
      services.log.error({ err: error, tenantId, month: id }, 'a month did not come back');
    });
}

/** Files that a crash left without their end, and those whose rows are back. */
async function clearRemains(services: Services, tenantId: string): Promise<void> {
  const begun = new Date(services.clock.now().getTime() - BEGUN_MS);
  const parts = await services.database.acrossTenants('files that nobody needs', (db) =>
    db
      .selectFrom('archive_part')
      .select('id')
      .where('tenant_id', '=', Number(tenantId))
      .where(({ or, and, eb }) =>
        or([eb('state', '=', 'restored'), and([eb('state', '=', 'writing'), eb('created_at', '<', begun)])]),
      )
      .execute(),
  );
  for (const { id } of parts) await removePart(services, tenantId, id);
}

/** What was kept in files long enough goes for good; zero days keep it. */
async function removeOldFiles(services: Services, tenantId: string, kind: ArchiveKind): Promise<void> {
  const days = services.config.archiveKeptDays[kind.name] ?? kind.fileDays;
  if (days === 0) return;
  const before = monthOf(leavesBefore(days, services.clock.now()));
  const tenant = Number(tenantId);
  const months = await services.database.acrossTenants('months that were kept long enough', (db) =>
    db
      .selectFrom('archive_month')
      .select('id')
      .where('tenant_id', '=', tenant)
      .where('kind', '=', kind.name)
      .where('state', '=', 'archived')
      .where('month', '<', before)
      .execute(),
  );
  for (const { id } of months) {
    const parts = await services.database.acrossTenants('files that were kept long enough', (db) =>
      db.selectFrom('archive_part').select('id').where('tenant_id', '=', tenant).where('month_id', '=', id).execute(),
    );
    for (const part of parts) await removePart(services, tenantId, part.id);
    await services.database.acrossTenants('a month is over', (db) =>
      db.deleteFrom('archive_month').where('tenant_id', '=', tenant).where('id', '=', id).execute(),
    );
  }
}
