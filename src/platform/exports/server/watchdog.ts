import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { KEPT_MS, STALLED_AFTER_MS } from '../rules/export-life.ts';
import { type ExportRow, getExport, recordFailure } from './export-store.ts';
import { announceEnd, type Owners } from './owners.ts';

/** Practice 15: whose server died, or who makes no progress for ten minutes, is failed and may be tried again. */
export const failStalledExports = (owners: Owners) =>
  defineSchedule({
    name: 'exports.watchdog',
    expression: '0 * * * * ?',
    missed: 'once',
    run: async (services) => {
      const before = new Date(services.clock.now().getTime() - STALLED_AFTER_MS);
      const stalled = await services.database.acrossTenants('files whose making stands still', (db) =>
        db
          .selectFrom('export_job')
          .select(['tenant_id', 'id', 'run_id'])
          .where('state', '=', 'creating')
          .where('progress_at', '<=', before)
          .execute(),
      );
      for (const { tenant_id, id, run_id } of stalled) {
        const request = { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' } as const;
        await runTransaction(services, request, async (tx) => {
          if (await recordFailure(tx.db, { id, runId: run_id }, 'stalled', tx.now()))
            await announceEnd(owners, tx, await getExport(tx.db, id));
        });
      }
    },
  });

/** Seven days after it was made, a file goes and its row with it; so do rows of files that were never made. */
export const purgeExports = defineSchedule({
  name: 'exports.purge',
  expression: '0 23 * * * ?',
  missed: 'once',
  run: async (services) => {
    const before = new Date(services.clock.now().getTime() - KEPT_MS);
    const expired = await services.database.acrossTenants('purge expired export files', (db) =>
      db
        .deleteFrom('export_job')
        .where('state', '<>', 'creating')
        .where('finished_at', '<=', before)
        .returning(['tenant_id', 'file_id', 'format'])
        .execute(),
    );
    for (const { tenant_id, file_id, format } of expired) {
      if (file_id === null) continue;
      const extension = format as ExportRow['format'];
      await services.files
        .remove(fileKey({ tenantId: String(tenant_id), purpose: 'export', id: file_id, extension }))
        .catch((error) => services.log.warn({ tenantId: String(tenant_id), err: error }, 'file not removed'));
    }
    // what a crash left half written has no row
    const tenants = await services.database.acrossTenants('whose folders are swept', (db) =>
      db.selectFrom('tenant').select('tenant_id').execute(),
    );
    for (const { tenant_id } of tenants)
      await services.files.sweep(String(tenant_id), 'export', before).catch((error) => {
        // a tenant's own storage may be away; the next night comes by again
        services.log.warn({ tenantId: String(tenant_id), err: error }, 'files not swept');
      });
  },
});
