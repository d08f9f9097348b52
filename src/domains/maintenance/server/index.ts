import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { maintenanceEndpoints } from '../contract/maintenance.ts';
import { maintenanceDueNotice, maintenanceOverdueNotice } from '../contract/notices.ts';
import { maintenanceProblems } from '../contract/problems.ts';
import { countDaily } from './count-daily.ts';
import {
  oneMaintenance,
  pageMaintenance,
  planMaintenance,
  recordMaintenance,
  saveTenantPlan,
  tenantPlan,
} from './maintain.ts';

export const maintenanceSlice: ServerSlice = {
  name: 'maintenance',
  about: 'When robots are due for maintenance, and what was done.',
  problems: maintenanceProblems,
  noticeKinds: [maintenanceDueNotice, maintenanceOverdueNotice],
  schedules: [countDaily],
  routes: [
    route(maintenanceEndpoints.one, oneMaintenance),
    route(maintenanceEndpoints.page, pageMaintenance),
    route(maintenanceEndpoints.record, recordMaintenance),
    route(maintenanceEndpoints.plan, planMaintenance),
    route(maintenanceEndpoints.tenantPlan, tenantPlan),
    route(maintenanceEndpoints.saveTenantPlan, saveTenantPlan),
  ],
};

export { maintenanceOf } from './maintenance-store.ts';
