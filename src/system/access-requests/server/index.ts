import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { accessRequests as kind } from '../contract/access-requests.ts';
import { ACCESS_REQUESTS } from '../contract/addresses.ts';
import { accessRequestEndpoints, accessRequestProblems } from '../contract/endpoints.ts';
import { accessAskedNotice, accessGrantedNotice, accessRefusedNotice } from '../contract/notices.ts';
import { grantAccess, offeredRoles, refuseAccess } from './answer-access.ts';
import { askForAccess } from './ask-for-access.ts';
import { endGrantedRoles } from './end-granted-roles.ts';
import { explainWhy } from './explain-why.ts';

const list = serveList(kind);

export const accessRequests: ServerSlice = sliceOf(
  {
    name: 'access-requests',
    noticeKinds: [accessAskedNotice, accessGrantedNotice, accessRefusedNotice],
    about: 'Why somebody cannot do something, and what he is given when he asks.',
    problems: accessRequestProblems,
    schedules: [endGrantedRoles],
    menu: [
      {
        page: 'access-requests/list',
        kind,
        under: 'isystem',
        path: ACCESS_REQUESTS,
        icon: 'bell',
        needs: 'role:assign',
        sort: 96,
      },
    ],
    routes: [
      route(accessRequestEndpoints.why, explainWhy),
      route(accessRequestEndpoints.ask, askForAccess),
      route(accessRequestEndpoints.roles, offeredRoles),
      route(accessRequestEndpoints.grant, grantAccess),
      route(accessRequestEndpoints.refuse, refuseAccess),
    ],
  },
  list,
);
