import type { RequestContext } from '#platform/context/server/request-context.ts';
import { toPage } from '#platform/database/server/page.ts';
import { violatedUnique } from '#platform/database/server/violated-unique.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { CLEAN_RIGHTS, COPY_PERMISSION, type CopyRun, type CopyRunDetail } from '../contract/copy-run.ts';
import type { CleanRequest, CopyRequest, RunRequest, RunsRequest } from '../contract/endpoints.ts';
import { runCopyJob } from '../contract/jobs.ts';
import { CLEAN_ORDER } from './clean-copies.ts';
import { callerIn, describeTenant, namesOfTenants } from './parties.ts';
import { lookAt } from './preview.ts';
import {
  findRun,
  findRuns,
  findSteps,
  findTargetsOfRuns,
  insertRun,
  type NewStep,
  type RunTotals,
  type StoredRun,
  totalsOf,
} from './run-store.ts';

/** Begins a copy of exactly what the preview showed. */
export async function startCopy(context: RequestContext, { digest, ...request }: CopyRequest): Promise<CopyRunDetail> {
  const { preview, target } = await lookAt(context, request);
  if (preview.digest !== digest) raise('menu-copy.changed-since-preview');
  const steps = preview.trees.map(({ menuId, name, nameZh }) => ({ sourceMenuId: menuId, name, nameZh }));
  const id = newId();
  // both tenants know of it (security 3.8)
  await context.transaction((tx) =>
    tx.audit({
      action: COPY_PERMISSION,
      objectKind: 'copyRun',
      objectId: id,
      after: { toTenant: target.tenantId, menus: preview.trees.map(({ menuId }) => menuId) },
    }),
  );
  await begin(target, { id, kind: 'copy', sourceTenantId: context.tenantId }, steps);
  return describeRun(context, { targetTenantId: target.tenantId, id });
}

/** Begins to take copies away again; the name of the tenant is typed, so that it is no other one. */
export async function startClean(
  context: RequestContext,
  { targetTenantId, tenantName }: CleanRequest,
): Promise<CopyRunDetail> {
  const target = await callerIn(context, targetTenantId, CLEAN_RIGHTS);
  const { name } = await describeTenant(target);
  if (tenantName.trim() !== name.trim()) raiseAt('tenantName', 'menu-copy.wrong-name');
  const id = newId();
  const steps = CLEAN_ORDER.map((kind) => ({ sourceMenuId: null, name: kind, nameZh: kind }));
  if (targetTenantId !== context.tenantId)
    await context.transaction((tx) =>
      tx.audit({ action: COPY_PERMISSION, objectKind: 'copyRun', objectId: id, after: { cleans: targetTenantId } }),
    );
  await begin(target, { id, kind: 'clean', sourceTenantId: null }, steps);
  return describeRun(context, { targetTenantId, id });
}

async function begin(
  target: RequestContext,
  run: Pick<StoredRun, 'id' | 'kind' | 'sourceTenantId'>,
  steps: readonly NewStep[],
): Promise<void> {
  const { actor, language } = target;
  try {
    await target.transaction(async (tx) => {
      const asked = { requestedBy: actor.id, requestedName: actor.name, language, createdAt: tx.now() };
      await insertRun(tx.db, { ...run, ...asked }, steps);
      await tx.audit({
        action: COPY_PERMISSION,
        objectKind: 'copyRun',
        objectId: run.id,
        after: { kind: run.kind, fromTenant: run.sourceTenantId, menus: steps.map(({ sourceMenuId }) => sourceMenuId) },
      });
      await tx.enqueue(runCopyJob, { runId: run.id }, { key: run.id });
    });
  } catch (error) {
    if (violatedUnique(error) === 'copy_run_one_at_a_time') raise('menu-copy.running');
    throw error;
  }
}

export async function describeRun(context: RequestContext, { targetTenantId, id }: RunRequest): Promise<CopyRunDetail> {
  const target = await callerIn(context, targetTenantId, [COPY_PERMISSION]);
  const { run, steps, totals } = await target.read(async (db) => {
    const found = (await findRun(db, id)) ?? raise('menu-copy.run-not-found');
    return { run: found, steps: await findSteps(db, id), totals: (await totalsOf(db, [found])).get(id) };
  });
  const names = await namesOfTenants(context, tenantsOf([run]));
  return { ...shown(run, totals, names), list: steps.map(({ sourceMenuId: _, ...step }) => step) };
}

/** Those that wrote to the tenant, and those from it to tenants in which the caller may look at them. */
export async function listRuns(context: RequestContext, request: RunsRequest) {
  const { database } = context.services;
  const targets = await database.acrossTenants('where menus of a tenant were copied to', (db) =>
    findTargetsOfRuns(db, context.tenantId),
  );
  const allowed = [...(await namesOfTenants(context, targets)).keys()];
  const { runs, total, totals } = await database.acrossTenants('copies from and to a tenant', async (db) => {
    const found = await findRuns(db, context.tenantId, allowed, request);
    return { ...found, totals: await totalsOf(db, found.runs) };
  });
  const names = await namesOfTenants(context, tenantsOf(runs));
  return toPage(
    runs.map((run) => shown(run, totals.get(run.id), names)),
    total,
    request,
  );
}

const tenantsOf = (runs: readonly StoredRun[]): string[] =>
  runs.flatMap(({ tenantId, sourceTenantId }) => (sourceTenantId === null ? [tenantId] : [tenantId, sourceTenantId]));

/** A tenant that the reader may not look into has neither number nor name for him. */
function shown(run: StoredRun, totals: RunTotals | undefined, names: ReadonlyMap<string, string>): CopyRun {
  const source = run.sourceTenantId !== null && names.has(run.sourceTenantId) ? run.sourceTenantId : null;
  const nothing = { added: 0, updated: 0, skipped: 0, removed: 0, disabled: 0, kept: 0 };
  return {
    ...{ id: run.id, kind: run.kind, state: run.state, tenantId: run.tenantId },
    tenantName: names.get(run.tenantId) ?? '',
    sourceTenantId: source,
    sourceTenantName: source === null ? null : (names.get(source) ?? null),
    requestedBy: run.requestedName,
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    ...{ steps: totals?.steps ?? 0, stepsDone: totals?.done ?? 0, stepsFailed: totals?.failed ?? 0 },
    counts: totals?.counts ?? nothing,
  };
}
