import type { Services } from '#platform/context/server/services.ts';

/** One that is away is looked for more often: it should not be called away when it is back. */
const AGAIN_MS = { allAreThere: 5_000, oneIsAway: 1_000 };

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
    const againMs = away.length === 0 ? AGAIN_MS.allAreThere : AGAIN_MS.oneIsAway;
    if (hasWorkers !== false && !isLooking && performance.now() - lookedAt > againMs) {
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
