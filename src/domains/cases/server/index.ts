import { type SqlBool, sql } from 'kysely';
import { ruledOrders } from '#domains/orders/server/index.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { CASE_LABELS, CASE_LIST } from '../contract/addresses.ts';
import { orderCases } from '../contract/cases.ts';
import { caseEndpoints, openCaseEndpoints } from '../contract/endpoints.ts';
import { caseProblems } from '../contract/problems.ts';
import { ask, readState } from './ask.ts';
import { casePageRoutes } from './case-page.ts';
import { emptyCases } from './empty-cases.ts';
import { evidence } from './evidence.ts';
import { labels } from './labels.ts';
import { prove } from './prove.ts';

/** Of the orders that a person sees. */
const list = serveList(orderCases, {
  visible: {
    ruled: true,
    condition: (actor) => {
      if (actor.isRoot) return undefined;
      const ruled = ruledOrders(actor);
      if (!ruled && actor.spotIds === null) return undefined;
      const spots =
        actor.spotIds === null ? sql<SqlBool>`true` : sql<SqlBool>`record.spot_id = any(${[...actor.spotIds]}::uuid[])`;
      if (!ruled) return spots;
      return sql<SqlBool>`(${spots} and exists (select from coffee_order
        where coffee_order.tenant_id = ${THIS_TENANT} and coffee_order.order_no = record.order_no and ${ruled}))`;
    },
  },
});

export const casesSlice: ServerSlice = sliceOf(
  {
    name: 'cases',
    about:
      'What customers ask at the machines: the page behind the code on each of them, and what was asked with its evidence.',
    problems: caseProblems,
    routes: [
      route(caseEndpoints.labels, labels),
      route(caseEndpoints.evidence, evidence),
      route(openCaseEndpoints.prove, prove),
      route(openCaseEndpoints.ask, ask),
      route(openCaseEndpoints.state, readState),
    ],
    rawRoutes: casePageRoutes,
    schedules: [emptyCases],
    menu: [
      { page: 'cases/list', kind: orderCases, under: 'orders', path: CASE_LIST, icon: 'warning', sort: 24 },
      {
        ...{ page: 'cases/labels', under: 'devices', path: CASE_LABELS, needs: 'robot:view', icon: 'link', sort: 38 },
        title: { namespace: 'cases', key: 'labels.title' },
      },
    ],
  },
  list,
);
