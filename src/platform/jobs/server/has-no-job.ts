import { type RawBuilder, sql } from 'kysely';
import type { JobType } from '#platform/jobs/contract/job.ts';

/**
 * Of a business row: no job of this type and key waits or runs for it. A job is never the only record of a duty
 * (security 9.4), so a schedule takes up what is still to do and has lost its job.
 */
export function hasNoJob(job: JobType, tenantId: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from pgboss.job job
     where job.name = ${job.name} and job.state <= 'active' and job.singleton_key = ${tenantId} || ':' || ${key})`;
}
