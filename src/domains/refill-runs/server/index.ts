import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { NEW_REFILL_RUN, REFILL_FILLS, REFILL_RUNS } from '../contract/addresses.ts';
import { PLAN, refillRunEndpoints } from '../contract/endpoints.ts';
import { runAssignedNotice } from '../contract/notices.ts';
import { refillRunProblems } from '../contract/problems.ts';
import { refillFills, refillRuns } from '../contract/refill-runs.ts';
import { confirmStop, finishRun, skipStop, startRun } from './do-run.ts';
import { assignRun, cancelRun, planRun } from './plan-run.ts';
import { purgeRuns } from './purge-runs.ts';
import { myRuns, readClock, showRun } from './read-runs.ts';
import { runsWithCounts, seesRun } from './run-store.ts';

/** What was filled is seen with the spot where it was. */
const seesFill = ({ isRoot, spotIds }: Actor) =>
  isRoot || spotIds === null ? undefined : sql<boolean>`spot_id = any(${[...spotIds]}::uuid[])`;

const title = (key: string) => ({ namespace: 'refill-runs', key });
const entry = { under: 'devices', icon: 'truck', sort: 33 } as const;

export const refillRunSlice: ServerSlice = sliceOf(
  {
    name: 'refill-runs',
    about: 'When robots run out of what, and tours of people who fill them up, also without a connection.',
    problems: refillRunProblems,
    permissions: { [PLAN]: { namespace: 'refill-run-words', key: 'plan' } },
    routes: [
      route(refillRunEndpoints.clock, readClock),
      route(refillRunEndpoints.mine, myRuns),
      route(refillRunEndpoints.one, showRun),
      route(refillRunEndpoints.plan, planRun),
      route(refillRunEndpoints.assign, assignRun),
      route(refillRunEndpoints.cancel, cancelRun),
      route(refillRunEndpoints.start, startRun),
      route(refillRunEndpoints.confirm, confirmStop),
      route(refillRunEndpoints.skip, skipStop),
      route(refillRunEndpoints.finish, finishRun),
    ],
    schedules: [purgeRuns],
    noticeKinds: [runAssignedNotice],
    menu: [
      { page: 'refill-runs/list', kind: refillRuns, path: REFILL_RUNS, ...entry },
      {
        ...{ page: 'refill-runs/new', path: NEW_REFILL_RUN, hidden: true, ...entry },
        ...{ title: title('new.title'), needs: PLAN },
      },
      { page: 'refill-runs/fills', kind: refillFills, path: REFILL_FILLS, hidden: true, ...entry },
      {
        ...{ page: 'refill-runs/detail', path: `${REFILL_RUNS}/detail/:id`, hidden: true, ...entry },
        ...{ title: title('detail.title'), needs: refillRuns.permission('view') },
      },
    ],
  },
  serveList(refillRuns, { rows: runsWithCounts, visible: { condition: seesRun } }),
  serveList(refillFills, { visible: { condition: seesFill } }),
);
