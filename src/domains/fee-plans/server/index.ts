import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { FEE_PLANS } from '../contract/addresses.ts';
import { feePlanEndpoints } from '../contract/endpoints.ts';
import { feePlans as feePlanKind, planOf } from '../contract/fee-plans.ts';
import { feePlanProblems } from '../contract/problems.ts';
import { keptPlanFaults } from '../rules/plan-faults.ts';
import { addPhase } from './add-phase.ts';
import { keepDefault, makeDefault, passDefaultOn } from './default-plan.ts';
import { addFirstPlan, removeFirstPlan } from './first-plan.ts';
import { previewFee } from './preview-fee.ts';
import { replayRentals } from './replay-rentals.ts';

const inUse = (table: string, what: string) =>
  ({ table, column: 'fee_plan_id', namespace: 'fee-plans', key: `kind.inUse.${what}` }) as const;

const served = serveRecords(feePlanKind, {
  decide: (draft) => {
    const faults = keptPlanFaults(planOf(draft));
    if (faults.length > 0) raise('request.malformed', {}, { faults });
  },
  computed: {
    isDefault: sql`exists (select from default_fee_plan
                           where default_fee_plan.tenant_id = ${THIS_TENANT} and plan_id = record.id)`,
  },
  afterSave: async (tx, { after, before }) => {
    if (before) return;
    await keepDefault(tx, after.id);
    return 'changed';
  },
  afterRemove: passDefaultOn,
  // rentals keep their plan as it was; a place that has chosen one must choose another first
  inUseBy: [inUse('spot', 'spots'), inUse('cabinet', 'cabinets')],
  examples: { name: 'City', nameZh: '市区', freeMinutes: '5', dailyCapMinor: '15.00' },
});

const hidden = (page: string, path: string, key: string) => ({
  ...{
    page: `fee-plans/${page}`,
    under: 'rentals',
    path: `${FEE_PLANS}/${path}`,
    title: { namespace: 'fee-plans', key },
  },
  needs: feePlanKind.permission('view'),
  hidden: true,
});

export { type ChosenPlan, chosenPlans, defaultPlan, planAt } from './default-plan.ts';

export const feePlans: ServerSlice = sliceOf(
  {
    name: 'fee-plans',
    about: 'What rentals cost: plans, and the one function that prices a rental by them.',
    problems: feePlanProblems,
    tenants: { begin: addFirstPlan, end: removeFirstPlan },
    menu: [
      {
        group: 'rentals',
        title: { namespace: 'fee-plans', key: 'kind.menu' },
        path: '/rentals',
        redirect: FEE_PLANS,
        icon: 'battery',
        sort: 60,
      },
      { page: 'fee-plans/list', kind: feePlanKind, under: 'rentals', path: FEE_PLANS, icon: 'table', sort: 69 },
      { ...hidden('detail', 'detail/:id', 'kind.page'), sort: 73 },
      { ...hidden('form', 'form/:id?', 'kind.form'), sort: 74 },
    ],
    routes: [
      route(feePlanEndpoints.preview, previewFee),
      route(feePlanEndpoints.replay, replayRentals),
      route(feePlanEndpoints.addPhase, addPhase(served.served)),
      route(feePlanEndpoints.makeDefault, makeDefault(served.served)),
    ],
  },
  served,
);
