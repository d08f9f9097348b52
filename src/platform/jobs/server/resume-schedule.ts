import type * as z from 'zod';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { JobType } from '#platform/jobs/contract/job.ts';
import { defineSchedule, type Schedule } from './define-job.ts';

interface Duty {
  readonly tenant_id: number;
  /** The key of its job too. */
  readonly id: string;
}

interface Resuming<Data extends z.ZodType> {
  readonly name: string;
  readonly expression: string;
  readonly job: JobType<Data>;
  readonly dataOf: (id: string) => z.input<Data>;
  /** Business rows that are still to do. */
  readonly open: (db: PlatformDb) => Promise<readonly Duty[]>;
}

/** A job is never the only record of a duty (security 9.4): what is still to do and has lost its job gets one. */
export function resumeSchedule<Data extends z.ZodType>({ job, dataOf, open, ...when }: Resuming<Data>): Schedule {
  return defineSchedule({
    ...when,
    missed: 'once',
    run: async (services) => {
      const lost = await services.database.acrossTenants('duties whose job was lost', async (db, client) => {
        const duties = await open(db);
        if (duties.length === 0) return [];
        // a look-up of its own, for work of many tenants (decision 63)
        const { rows } = await client.query<{ singleton_key: string }>(
          "select singleton_key from pgboss.job where name = $1 and state <= 'active' and singleton_key = any($2::text[])",
          [job.name, duties.map(keyOf)],
        );
        const known = new Set(rows.map(({ singleton_key }) => singleton_key));
        return duties.filter((duty) => !known.has(keyOf(duty)));
      });
      for (const { tenant_id, id } of lost)
        await runTransaction(services, { tenantId: String(tenant_id), actor: SYSTEM_ACTOR, pool: 'background' }, (tx) =>
          tx.enqueue(job, dataOf(id), { key: id }),
        );
    },
  });
}

const keyOf = ({ tenant_id, id }: Duty): string => `${tenant_id}:${id}`;
