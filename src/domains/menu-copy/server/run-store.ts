import { type Selectable, sql } from 'kysely';
import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { type CopyItem, type CopyRun, type CopyStep, OUTCOMES, type OutcomeCounts } from '../contract/copy-run.ts';

export interface StoredRun {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: CopyRun['kind'];
  readonly sourceTenantId: string | null;
  readonly requestedBy: string;
  readonly requestedName: string;
  readonly language: Language;
  readonly state: CopyRun['state'];
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface NewStep {
  readonly sourceMenuId: string | null;
  readonly name: string;
  readonly nameZh: string;
}

export async function insertRun(
  db: TenantDb,
  run: Omit<StoredRun, 'tenantId' | 'state' | 'finishedAt'>,
  steps: readonly NewStep[],
): Promise<void> {
  await db
    .insertInto('copy_run')
    .values({
      id: run.id,
      kind: run.kind,
      source_tenant_id: run.sourceTenantId === null ? null : Number(run.sourceTenantId),
      requested_by: run.requestedBy,
      requested_name: run.requestedName,
      language: run.language,
      created_at: run.createdAt,
    })
    .execute();
  await db
    .insertInto('copy_step')
    .values(
      steps.map(({ sourceMenuId, name, nameZh }, place) => ({
        ...{ run_id: run.id, number: place + 1, source_menu_id: sourceMenuId, name, name_zh: nameZh },
      })),
    )
    .execute();
}

const RUN_COLUMNS = [
  ...(['id', 'tenant_id', 'kind', 'source_tenant_id', 'requested_by', 'requested_name'] as const),
  ...(['language', 'state', 'created_at', 'finished_at'] as const),
] as const;

type Run = Pick<Selectable<Tables['copy_run']>, (typeof RUN_COLUMNS)[number]>;

const toRun = (row: Run): StoredRun => ({
  id: row.id,
  tenantId: String(row.tenant_id),
  kind: row.kind as StoredRun['kind'],
  sourceTenantId: row.source_tenant_id === null ? null : String(row.source_tenant_id),
  requestedBy: row.requested_by,
  requestedName: row.requested_name,
  language: row.language as Language,
  state: row.state as StoredRun['state'],
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});

export async function findRun(db: TenantDb, id: string): Promise<StoredRun | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await db.selectFrom('copy_run').select(RUN_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toRun(row);
}

/** Into which tenants copies of this one went. */
export async function findTargetsOfRuns(db: PlatformDb, tenantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('copy_run')
    .select('tenant_id')
    .distinct()
    .where('source_tenant_id', '=', Number(tenantId))
    .execute();
  return rows.map(({ tenant_id }) => String(tenant_id));
}

/** Runs that wrote to the tenant, and those that copied from it to one of the others; newest first. */
export async function findRuns(
  db: PlatformDb,
  tenantId: string,
  others: readonly string[],
  { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number },
): Promise<{ runs: StoredRun[]; total: number }> {
  const matching = db
    .selectFrom('copy_run')
    .where((is) =>
      is.or([
        is('tenant_id', '=', Number(tenantId)),
        ...(others.length === 0
          ? []
          : [is.and([is('source_tenant_id', '=', Number(tenantId)), is('tenant_id', 'in', others.map(Number))])]),
      ]),
    );
  const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(RUN_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  return { runs: rows.map(toRun), total: Number(total) };
}

export interface RunTotals {
  readonly steps: number;
  readonly done: number;
  readonly failed: number;
  readonly counts: OutcomeCounts;
}

const none = (): Record<keyof OutcomeCounts, number> => ({
  ...{ added: 0, updated: 0, skipped: 0, removed: 0, disabled: 0, kept: 0 },
});

export async function totalsOf(
  db: TenantDb | PlatformDb,
  runs: readonly { readonly tenantId: string; readonly id: string }[],
): Promise<ReadonlyMap<string, RunTotals>> {
  const totals = new Map<string, RunTotals>();
  if (runs.length === 0) return totals;
  const rows = await (db as PlatformDb)
    .selectFrom('copy_step')
    .select(['run_id', 'state', 'counts'])
    .where('tenant_id', 'in', [...new Set(runs.map(({ tenantId }) => Number(tenantId)))])
    .where(
      'run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .execute();
  for (const row of rows) {
    const { steps, done, failed, counts } = totals.get(row.run_id) ?? { steps: 0, done: 0, failed: 0, counts: none() };
    const sum = { ...counts };
    for (const outcome of OUTCOMES) sum[outcome] += (row.counts as Partial<OutcomeCounts>)[outcome] ?? 0;
    totals.set(row.run_id, {
      steps: steps + 1,
      done: done + (row.state === 'done' ? 1 : 0),
      failed: failed + (row.state === 'failed' ? 1 : 0),
      counts: sum,
    });
  }
  return totals;
}

export async function findSteps(db: TenantDb, runId: string): Promise<(CopyStep & { sourceMenuId: string | null })[]> {
  const rows = await db
    .selectFrom('copy_step')
    .select(['number', 'source_menu_id', 'name', 'name_zh', 'state', 'message', 'items'])
    .where('run_id', '=', runId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    ...{ number: row.number, name: row.name, nameZh: row.name_zh, message: row.message },
    state: row.state as CopyStep['state'],
    items: row.items as CopyItem[],
    sourceMenuId: row.source_menu_id,
  }));
}

/** False where the step was ended before: of two that do the same work, one does it. */
export async function endStep(
  db: TenantDb,
  runId: string,
  number: number,
  result: { readonly state: 'done' | 'failed'; readonly message?: string; readonly items?: readonly CopyItem[] },
): Promise<boolean> {
  const counts = none();
  for (const { outcome } of result.items ?? []) counts[outcome] += 1;
  const row = await db
    .updateTable('copy_step')
    .set({
      state: result.state,
      message: result.message ?? '',
      items: JSON.stringify(result.items ?? []),
      counts: JSON.stringify(counts),
    })
    .where('run_id', '=', runId)
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

export async function endRun(db: TenantDb, id: string, state: 'done' | 'stopped', at: Date): Promise<boolean> {
  const row = await db
    .updateTable('copy_run')
    .set({ state, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning(sql<string>`id`.as('id'))
    .executeTakeFirst();
  return row !== undefined;
}
