import { type Expression, type SqlBool, sql } from 'kysely';

/** Fewer digits end too many order numbers; more than these are a number's beginning or all of it. */
const LAST_DIGITS = /^\d{4,12}$/;

/** Order numbers that end so, read from their end: a range of the index `coffee_order_by_ending`. */
export interface OrderEnding {
  readonly from: string;
  readonly to: string;
}

export function endingOf(word: string): OrderEnding | undefined {
  if (!LAST_DIGITS.test(word)) return undefined;
  const from = [...word].reverse().join('');
  return { from, to: from.padEnd(48, '9') };
}

export function endsSo({ from, to }: OrderEnding): Expression<SqlBool> {
  return sql<SqlBool>`reverse(coffee_order.order_no) collate "C" between ${from} and ${to}`;
}
