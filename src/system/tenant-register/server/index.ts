import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { defineSchedule, type Schedule } from '#platform/jobs/server/define-job.ts';
import { declaredCatalogue } from '#system/menu/server/index.ts';
import { TENANT_LIST } from '../contract/addresses.ts';
import { tenantRegisterEndpoints } from '../contract/endpoints.ts';
import { tenantRegisterProblems } from '../contract/problems.ts';
import { tenantRecords } from '../contract/tenants.ts';
import { auditTenant } from './audit-tenant.ts';
import { initialiseTenant, TenantBeginning } from './begin-tenant.ts';
import { findTenants, oneTenant, tenantNames, tenantPeople } from './find-tenants.ts';
import { removeTenant, removeTenants } from './remove-tenants.ts';
import { addTenant, editTenant } from './save-tenant.ts';
import { type Turned, turnTenant } from './turn-tenant.ts';

const menu: ServerSlice['menu'] = [
  { page: 'tenant-register/list', kind: tenantRecords, under: 'isystem', path: TENANT_LIST, icon: 'tenant', sort: 100 },
];

/** The tenants of the installation; `slices` say what they count of them, and what one begins with. */
export function tenantRegister(slices: readonly ServerSlice[]): ServerSlice {
  const parts = slices.flatMap(({ tenants }) => tenants ?? []);
  const figures = Object.assign({}, ...parts.map((part) => part.figures ?? {}));
  const turned = parts.flatMap((part) => part.turned ?? []);
  const ends = parts.flatMap((part) => part.end ?? []);
  const beginning = new TenantBeginning(
    () => declaredCatalogue([...slices, { name: 'tenant-register', menu }]),
    parts.flatMap((part) => part.begin ?? []),
  );
  const deps = { figures, turned, beginning };
  const calls = tenantRecords.endpoints;
  type Answer = never;
  return {
    name: 'tenant-register',
    about: 'The tenants of the installation: numbers, days, frozen or not, space, people. The administrator alone.',
    problems: tenantRegisterProblems,
    kinds: [tenantRecords as never],
    menu,
    rootOnly: (['view', 'add', 'edit', 'delete'] as const).map((action) => tenantRecords.permission(action)),
    routes: [
      route(calls.page, (context, request) => findTenants(figures)(context, request) as Promise<Answer>),
      route(calls.one, (context, { id }) => oneTenant(figures)(context, id) as Promise<Answer>),
      route(calls.add, (context, request) => addTenant(deps)(context, request as never) as Promise<Answer>),
      route(calls.edit, (context, request) => editTenant(deps)(context, request as never) as Promise<Answer>),
      route(tenantRegisterEndpoints.remove, removeTenant(ends)),
      route(tenantRegisterEndpoints.removeMany, removeTenants(ends)),
      route(tenantRegisterEndpoints.names, tenantNames),
      route(tenantRegisterEndpoints.people, tenantPeople),
      route(tenantRegisterEndpoints.initialise, initialiseTenant(beginning)),
    ],
    schedules: [turnByDay(turned)],
  };
}

/** Tenants whose first day begins or whose last one is over (settled 38). */
function turnByDay(turned: Turned): Schedule {
  return defineSchedule({
    name: 'tenant-register.turn',
    expression: '0 * * * * *',
    missed: 'once',
    run: async (services: Services) => {
      const now = services.clock.now();
      const dated = await services.database.identity((db) =>
        db
          .selectFrom('tenant')
          .select('tenant_id')
          .where((of) => of.or([of('begin_date', 'is not', null), of('end_date', 'is not', null)]))
          .execute(),
      );
      for (const { tenant_id } of dated)
        await services.database.identity(async (db) => {
          if (!(await turnTenant(db, tenant_id, now, turned))) return;
          const where = { services, actor: SYSTEM_ACTOR, now: () => now };
          await auditTenant(db, where, { action: 'tenant:turn', tenantId: tenant_id });
        });
    },
  });
}
