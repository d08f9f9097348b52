import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeText } from '#platform/database/server/page.ts';
import type { Comparison, ParsedQuery } from '../rules/parse-super-query.ts';

/** The column, or the expression over columns, that a declared field reads; a constant of the list (security 6.3). */
export type SuperColumns<Field extends string = string> = Readonly<Record<Field, RawBuilder<unknown>>>;

const OPERATORS = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;

/**
 * The whole query as one bracket for the list's `where`; values are bound, columns come from the list's map alone. The
 * remark keeps the statement out of what connections remember (bound-kysely.ts).
 */
export function superCondition(query: ParsedQuery, columns: SuperColumns): Expression<SqlBool> {
  if (query.comparisons.length === 0) return sql<SqlBool>`true`;
  const parts = query.comparisons.map((one) => conditionOf(one, columns));
  return sql<SqlBool>`(/* asked once */ ${sql.join(parts, query.match === 'or' ? sql` or ` : sql` and `)})`;
}

function conditionOf(comparison: Comparison, columns: SuperColumns): RawBuilder<SqlBool> {
  const column = columns[comparison.field];
  if (!column) throw new Error(`the field ${comparison.field} is declared without a column`);
  switch (comparison.kind) {
    case 'like': {
      const text = likeText(comparison.text);
      const pattern = `${comparison.at === 'start' ? '' : '%'}${text}${comparison.at === 'end' ? '' : '%'}`;
      return sql<SqlBool>`${column} ilike ${pattern}`;
    }
    case 'in':
      return sql<SqlBool>`${column} in (${sql.join(comparison.values)})`;
    case 'within':
      return withinSpan(column, comparison);
    default: {
      const { rule, value } = comparison;
      if (rule === 'eq') return sql<SqlBool>`${column} = ${value}`;
      // a record without a value differs from every value
      if (rule === 'ne') return sql<SqlBool>`${column} is distinct from ${value}`;
      return sql<SqlBool>`${column} ${OPERATORS[rule]} ${value}`;
    }
  }
}

function withinSpan(
  column: RawBuilder<unknown>,
  { from, before, outside }: Extract<Comparison, { kind: 'within' }>,
): RawBuilder<SqlBool> {
  if (outside && from && before)
    return sql<SqlBool>`(${column} < ${from} or ${column} >= ${before} or ${column} is null)`;
  const bounds = [
    ...(from ? [sql<SqlBool>`${column} >= ${from}`] : []),
    ...(before ? [sql<SqlBool>`${column} < ${before}`] : []),
  ];
  return sql<SqlBool>`(${sql.join(bounds, sql` and `)})`;
}
