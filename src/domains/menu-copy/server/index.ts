import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { MENU_COPY } from '../contract/addresses.ts';
import { COPY_PERMISSION } from '../contract/copy-run.ts';
import { menuCopyEndpoints } from '../contract/endpoints.ts';
import { copyDoneNotice } from '../contract/notices.ts';
import { menuCopyProblems } from '../contract/problems.ts';
import { findTargets } from './parties.ts';
import { lookAt } from './preview.ts';
import { resumeCopies, runCopy } from './run-copy.ts';
import { describeRun, listRuns, startClean, startCopy } from './runs.ts';

/** What one tenant sells becomes what another one sells. */
export const menuCopySlice: ServerSlice = {
  name: 'menu-copy',
  about: 'Menus with drinks, options and pictures that are copied from one tenant to another, and taken away again.',
  problems: menuCopyProblems,
  jobs: [runCopy],
  schedules: [resumeCopies],
  noticeKinds: [copyDoneNotice],
  permissions: { [COPY_PERMISSION]: { namespace: 'menu-copy-words', key: 'permission' } },
  menu: [
    {
      ...{ page: 'menu-copy/wizard', under: 'goods', path: MENU_COPY, icon: 'copy', sort: 58 },
      title: { namespace: 'menu-copy', key: 'title' },
      needs: COPY_PERMISSION,
    },
  ],
  routes: [
    route(menuCopyEndpoints.targets, findTargets),
    route(menuCopyEndpoints.preview, async (context, request) => (await lookAt(context, request)).preview),
    route(menuCopyEndpoints.copy, startCopy),
    route(menuCopyEndpoints.clean, startClean),
    route(menuCopyEndpoints.runs, listRuns),
    route(menuCopyEndpoints.run, describeRun),
  ],
};
