import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';
import { countedGauges } from '#platform/observability/server/counted-gauges.ts';

interface Waiting {
  name: string;
  count: number;
  age: number;
}

/** Attempts by their outcome; what is due and waits, for how long, and what was given up (security 9.6). */
export function measureJobs({ database, metrics }: Services, deadLetters: string): Counter<'queue' | 'result'> {
  countedGauges(
    metrics,
    [
      { name: 'jobs_waiting', help: 'Jobs that are due and wait', label: 'queue' },
      {
        name: 'jobs_oldest_waiting_seconds',
        help: 'How long the oldest job that is due has been waiting',
        label: 'queue',
      },
      { name: 'jobs_dead_letters', help: 'Jobs that failed for the last time and were not reviewed yet' },
    ],
    async () => {
      const { rows } = await database.acrossTenants('count what waits', (db) =>
        sql<Waiting>`
          select name, count(*) as count, extract(epoch from now() - min(start_after))::float8 as age
            from pgboss.job where state in ('created', 'retry') and start_after <= now() group by name`.execute(db),
      );
      const queues = rows.filter(({ name }) => name !== deadLetters);
      return {
        jobs_waiting: new Map(queues.map(({ name, count }) => [name, count])),
        jobs_oldest_waiting_seconds: new Map(queues.map(({ name, age }) => [name, age])),
        jobs_dead_letters: new Map([['', rows.find(({ name }) => name === deadLetters)?.count ?? 0]]),
      };
    },
  );
  return new Counter({
    name: 'job_attempts_total',
    help: 'Attempts of jobs by their outcome',
    // not `job`, which is what Prometheus calls the servers that it asks
    labelNames: ['queue', 'result'],
    registers: [metrics],
  });
}
