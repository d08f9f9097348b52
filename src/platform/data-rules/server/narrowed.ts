import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import { type SuperColumns, superCondition } from '#platform/super-query/server/super-condition.ts';
import { comparisonOfRule, type RuleReader } from '../rules/read-data-rule.ts';

/** A list with the columns that its fields read. */
interface ReadList {
  readonly permission: string;
  readonly fields: SuperFields;
  readonly columns: SuperColumns;
}

/**
 * What the data rules of a person leave of a list (system-api.md 4.3, settled 16): all of them must hold, values are bound.
 * Undefined where no rule narrows it; a rule that cannot be read leaves nothing.
 */
export function narrowedTo(actor: Actor, list: ReadList): Expression<SqlBool> | undefined {
  const { narrowing } = actor;
  const rules = actor.isRoot ? [] : (narrowing?.rules.filter((rule) => rule.list === list.permission) ?? []);
  if (!narrowing || rules.length === 0) return undefined;
  const { orgCode, orgCodes, timeZone } = narrowing;
  const reader: RuleReader = {
    ...{ username: actor.username, name: actor.name, orgCode, orgCodes, timeZone },
    now: narrowing.now(),
  };
  const comparisons = rules.map((rule) => comparisonOfRule(rule, list.fields[rule.field], reader));
  if (comparisons.includes(undefined)) return sql<SqlBool>`false`;
  const all = comparisons.flatMap((one) => one ?? []);
  return superCondition({ match: 'and', comparisons: all }, list.columns);
}

/** Both conditions, where there are any. */
export function both(
  one: Expression<SqlBool> | null | undefined,
  other: Expression<SqlBool> | null | undefined,
): Expression<SqlBool> | undefined {
  if (one && other) return sql<SqlBool>`(${one} and ${other})`;
  return one ?? other ?? undefined;
}
