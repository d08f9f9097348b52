import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import type { ExecuteBatchRequest, FormData, PreviewRequest } from '../contract/endpoints.ts';
import { type Fill, fill, paramsIn } from './fill.ts';

/** How many values a tester shows. */
const SHOWN = 3;

async function ruleWithCode(db: TenantDb, code: string) {
  const row = await db
    .selectFrom('fill_rule')
    .select(['id', 'code', 'handler', 'params'])
    .where((of) => of(of.fn('lower', ['code']), '=', code.trim().toLowerCase()))
    .executeTakeFirst();
  return row ?? raise('fill-rule.unknown', { code });
}

/**
 * The next number of a rule in a tenant and period: the row is written by one after another, so that none is given twice. One
 * that is given to a form that is never saved is lost.
 */
async function takeNumber(db: TenantDb, ruleId: string, period: string, startAt: number): Promise<number> {
  const { last } = await db
    .insertInto('fill_rule_counter')
    .values({ rule_id: ruleId, period, last: startAt } as never)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'rule_id', 'period'])
        .doUpdateSet({ last: sql<number>`greatest(fill_rule_counter.last + 1, excluded.last)` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return Number(last);
}

async function lookAtNumber(db: TenantDb, ruleId: string | undefined, period: string, startAt: number) {
  if (ruleId === undefined) return startAt;
  const row = await db
    .selectFrom('fill_rule_counter')
    .select('last')
    .where('rule_id', '=', ruleId)
    .where('period', '=', period)
    .executeTakeFirst();
  return row ? Math.max(Number(row.last) + 1, startAt) : startAt;
}

async function takeValue(tx: Transaction, timeZone: string, code: string, form: FormData): Promise<string> {
  const rule = await ruleWithCode(tx.db, code);
  const work: Fill = {
    ...{ db: tx.db, now: tx.now(), timeZone, form },
    next: (period, startAt) => takeNumber(tx.db, rule.id, period, startAt),
  };
  const [value] = await fill(rule.handler, paramsIn(rule.params), work, 1);
  return value ?? raise('fill-rule.no-free-code');
}

export function executeRule(
  context: RequestContext,
  { ruleCode, ...form }: { readonly ruleCode: string } & FormData,
): Promise<string> {
  return context.transaction(async (tx) => takeValue(tx, await zoneOfTenant(tx.db), ruleCode, form));
}

export function executeRules(
  context: RequestContext,
  { commonFormData = {}, rules }: ExecuteBatchRequest,
): Promise<{ ruleCode: string; result: string }[]> {
  return context.transaction(async (tx) => {
    const timeZone = await zoneOfTenant(tx.db);
    // two batches that name the same rules wait for each other in one order
    const inOrder = rules
      .map((rule, at) => ({ ...rule, at }))
      .toSorted((one, other) =>
        one.ruleCode < other.ruleCode ? -1 : one.ruleCode > other.ruleCode ? 1 : one.at - other.at,
      );
    const results: { ruleCode: string; result: string }[] = [];
    for (const { ruleCode, formData, at } of inOrder)
      results[at] = { ruleCode, result: await takeValue(tx, timeZone, ruleCode, { ...commonFormData, ...formData }) };
    return results;
  });
}

/** Counts on from what was given, in memory alone. */
async function look(context: RequestContext, db: TenantDb, ruleId: string | undefined): Promise<Fill> {
  const shown = new Map<string, number>();
  return {
    ...{ db, now: context.now(), timeZone: await zoneOfTenant(db), form: {} },
    next: async (period, startAt) => {
      const before = shown.get(period);
      const number = before === undefined ? await lookAtNumber(db, ruleId, period, startAt) : before + 1;
      shown.set(period, number);
      return number;
    },
  };
}

export function testRule(context: RequestContext, { ruleCode }: { readonly ruleCode: string }): Promise<string> {
  return context.read(async (db) => {
    const rule = await ruleWithCode(db, ruleCode);
    const [value = ''] = await fill(rule.handler, paramsIn(rule.params), await look(context, db, rule.id), 1);
    return value;
  });
}

/** What the rule of a form would give, before it is saved. */
export function previewRule(context: RequestContext, request: PreviewRequest): Promise<string[]> {
  const { id, ruleClass, ruleParams } = request;
  return context.read(async (db) => fill(ruleClass, ruleParams, await look(context, db, id), SHOWN));
}
