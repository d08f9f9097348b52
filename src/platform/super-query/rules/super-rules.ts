import type { SuperField, SuperRule } from '../contract/super-query.ts';

const EQUAL = ['eq', 'ne'] as const;
const ORDERED = [...EQUAL, 'gt', 'ge', 'lt', 'le'] as const;

/** The operators that make sense for a kind of field, the usual one first. */
export const RULES_OF_KIND: Readonly<Record<SuperField['kind'], readonly SuperRule[]>> = {
  text: ['like', 'eq', 'ne', 'right_like', 'left_like', 'in'],
  number: [...ORDERED, 'in'],
  money: ORDERED,
  time: ['ge', 'gt', 'le', 'lt', 'eq', 'ne'],
  flag: ['eq'],
  choice: ['eq', 'ne', 'in'],
  record: EQUAL,
};

const SYMBOLS: Readonly<Record<string, SuperRule>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
};

/** `eq`, `EQ` or `=`: both spellings are in use (system-api.md 1.5). */
export function readRule(text: string): SuperRule | undefined {
  const word = text.trim().toLowerCase();
  const all: readonly string[] = RULES_OF_KIND.text.concat(RULES_OF_KIND.number);
  return SYMBOLS[word] ?? (all.includes(word) ? (word as SuperRule) : undefined);
}
