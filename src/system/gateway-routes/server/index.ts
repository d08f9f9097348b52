import { type RawRoute, rawRoute, route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { sliceOf } from '#platform/records/server/serve-records.ts';
import { gatewayProblems, gatewayRouteEndpoints } from '../contract/endpoints.ts';
import { GATEWAY_BASE, gatewayRoutes } from '../contract/gateway-routes.ts';
import { checkRoutes } from './check-work.ts';
import { closeGateway, gatewayOf } from './gateway.ts';
import { checkRoute, clearRoutes, listRoutes, servedRoutes, updateRoute } from './serve-routes.ts';
import { upstreamSchedule } from './upstream-health.ts';

export { checkUpstreams } from './upstream-health.ts';

const ACTIONS = ['view', 'add', 'edit', 'delete'] as const;

const passOn = (method: RawRoute['method']): RawRoute =>
  rawRoute({
    method,
    path: `${GATEWAY_BASE}/*`,
    openBecause: 'the route that fits says whether callers need a session, and nothing of ours lies below this path',
    summary: 'Passed on to the upstream of the gateway route that fits',
    counted: true,
    streamed: true,
    answers: {
      type: 'application/octet-stream',
      alsoRefused: ['Unauthenticated', 'TooLarge', 'UpstreamDown', 'UpstreamSilent'],
    },
    handle: (services, request, reply) => gatewayOf(services).pass(request, reply),
  });

export const gatewayRouteSlice: ServerSlice = sliceOf(
  {
    name: 'gateway-routes',
    about: 'Calls below /gateway are passed on to upstreams that the operator lists. The administrator alone.',
    problems: gatewayProblems,
    rootOnly: ACTIONS.map((action) => gatewayRoutes.permission(action)),
    menu: [
      {
        ...{ page: 'gateway-routes/list', kind: gatewayRoutes, under: 'isystem', path: '/isystem/gateway-route' },
        ...{ icon: 'swap', sort: 103 },
      },
    ],
    routes: [
      route(gatewayRouteEndpoints.list, listRoutes),
      route(gatewayRouteEndpoints.updateAll, updateRoute),
      route(gatewayRouteEndpoints.clear, clearRoutes),
      route(gatewayRouteEndpoints.check, checkRoute),
    ],
    rawRoutes: (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(passOn),
    schedules: [upstreamSchedule],
    scheduledWork: [checkRoutes],
    start: async (services) => () => closeGateway(services),
  },
  servedRoutes,
);
