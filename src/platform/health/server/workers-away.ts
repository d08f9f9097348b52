import type { Services } from '#platform/context/server/services.ts';

const AGAIN_MS = 5_000;

/**
 * Which workers of a database on several machines do not answer, by their numbers in `pg_dist_node`; none on one machine. Nobody waits
 * for a worker that is away: the answer is that of the last look.
 */
export function watchWorkers(): (services: Pick<Services, 'database'>) => readonly number[] {
  let away: readonly number[] = [];
  let hasWorkers: boolean | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;

  async function look({ database }: Pick<Services, 'database'>): Promise<void> {
    hasWorkers ??= await database
      .identityQuery<{ found: boolean }>({
        name: 'has-workers',
        text: "select to_regproc('run_command_on_workers') is not null as found",
        values: [],
      })
      .then(([row]) => row?.found === true);
    if (!hasWorkers) return;
    const rows = await database.identityQuery<{ nodeid: number }>({
      name: 'workers-away',
      text: `select node.nodeid from run_command_on_workers('select 1') as told
               join pg_dist_node as node on node.nodename = told.nodename and node.nodeport = told.nodeport
              where not told.success order by node.nodeid`,
      values: [],
    });
    away = rows.map(({ nodeid }) => nodeid);
  }

  return (services) => {
    if (hasWorkers !== false && !isLooking && performance.now() - lookedAt > AGAIN_MS) {
      isLooking = true;
      void look(services)
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
          lookedAt = performance.now();
        });
    }
    return away;
  };
}
