import { sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { CLOSE_DIFFERENCES, DAILY_CLOSE } from '../contract/addresses.ts';
import { dailyCloses } from '../contract/closes.ts';
import { closeDifferences } from '../contract/differences.ts';
import { CLOSE_RUN, CLOSE_SIGN, dailyCloseEndpoints } from '../contract/endpoints.ts';
import { closeDifferencesNotice, closeFailedNotice } from '../contract/notices.ts';
import { dailyCloseProblems } from '../contract/problems.ts';
import { sheetLines } from '../contract/sheet-lines.ts';
import { runDay, seesWholeTenant, showDay, signDay, unlockDay } from './close-calls.ts';
import { acceptDifference, mendDifference, noteDifference } from './difference-calls.ts';
import { closeNightly } from './nightly.ts';
import { runCloseJob } from './run-close.ts';

/** The money of all spots together: nothing of it for people who are restricted to some. */
const visible = { condition: (actor: Actor) => (seesWholeTenant(actor) ? undefined : sql<boolean>`false`) };

export const dailyCloseSlice: ServerSlice = sliceOf(
  {
    name: 'daily-close',
    about:
      'Each day matched three ways: orders, the provider’s ledger, and what was delivered; differences and sign-off.',
    problems: dailyCloseProblems,
    jobs: [runCloseJob],
    schedules: [closeNightly],
    noticeKinds: [closeDifferencesNotice, closeFailedNotice],
    permissions: {
      [CLOSE_RUN]: { namespace: 'daily-close-words', key: 'permission.run' },
      [CLOSE_SIGN]: { namespace: 'daily-close-words', key: 'permission.sign' },
    },
    routes: [
      route(dailyCloseEndpoints.show, showDay),
      route(dailyCloseEndpoints.run, runDay),
      route(dailyCloseEndpoints.sign, signDay),
      route(dailyCloseEndpoints.unlock, unlockDay),
      route(dailyCloseEndpoints.mend, mendDifference),
      route(dailyCloseEndpoints.note, noteDifference),
      route(dailyCloseEndpoints.accept, acceptDifference),
    ],
    menu: [
      {
        ...{ page: 'daily-close/list', kind: dailyCloses, under: 'orders', path: DAILY_CLOSE },
        ...{ icon: 'check', sort: 27 },
      },
      {
        ...{ page: 'daily-close/day', under: 'orders', path: `${DAILY_CLOSE}/:day`, hidden: true, sort: 27 },
        ...{ title: { namespace: 'daily-close', key: 'kind.page' }, needs: dailyCloses.permission('view') },
      },
      {
        ...{ page: 'daily-close/differences', kind: closeDifferences, under: 'orders', path: CLOSE_DIFFERENCES },
        ...{ icon: 'warning', sort: 28, needs: dailyCloses.permission('view') },
      },
    ],
  },
  serveList(dailyCloses, { visible }),
  serveList(closeDifferences, { visible }),
  serveList(sheetLines, { visible }),
);

export { openClose, type StoredClose } from './close-store.ts';
export { matchKept } from './run-close.ts';
