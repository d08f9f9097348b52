import type { Narrowing } from '#platform/data-rules/contract/data-rule.ts';

/** Who gives or takes rights; `Actor` of the request context fits. */
export interface Giver {
  readonly isRoot: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly narrowing?: Pick<Narrowing, 'rules'> | undefined;
}

/** A row of the catalogue, as far as giving it is concerned. */
export interface GivenRow {
  readonly id: string;
  readonly kind: number;
  readonly action: string | null;
  /** The right that the page of a menu entry needs. */
  readonly needs: string | null;
  readonly root_only: boolean;
}

/** What somebody is to hold: a row of the catalogue, and the data rules that go with it. */
export interface Given {
  readonly row: GivenRow;
  readonly ruleIds: readonly string[];
}

const BUTTON = 2;

/** The right by which lists and their data rules are known. */
export const listOf = ({ kind, action, needs }: GivenRow): string | null => (kind === BUTTON ? action : needs);

/**
 * Nobody gives or takes what he does not hold (security 5.4). A menu entry goes with the right that its page needs; one without
 * gives nothing. What is the administrator's alone is given by nobody.
 */
export function mayGive(giver: Giver, row: GivenRow): boolean {
  if (row.root_only) return false;
  const right = listOf(row);
  return giver.isRoot || (right === null ? row.kind !== BUTTON : giver.permissions.has(right));
}

/** Data rules that narrow a list for the giver: whoever gets it from him sees no more of it than he. */
export function ownRuleIds(giver: Giver, list: string | null): string[] {
  if (giver.isRoot || list === null) return [];
  return (giver.narrowing?.rules ?? []).flatMap((rule) => (rule.list === list ? [rule.id] : []));
}

/** Among what one holder has together: a right that is given without the data rules that narrow the giver. */
export function escapesRules(giver: Giver, held: readonly Given[]): boolean {
  const lists = new Set(held.map(({ row }) => listOf(row)));
  return [...lists].some((list) => {
    const ruleIds = new Set(held.flatMap(({ row, ruleIds: own }) => (listOf(row) === list ? own : [])));
    return ownRuleIds(giver, list).some((id) => !ruleIds.has(id));
  });
}

/** Whether the giver holds all of it himself, as narrow as he does. */
export const holdsAll = (giver: Giver, held: readonly Given[]): boolean =>
  giver.isRoot || (held.every(({ row }) => mayGive(giver, row)) && !escapesRules(giver, held));

/** What a differential save adds and takes (system-api.md 5.3): ids that are only in one of the lists. */
export function difference(
  wanted: readonly string[],
  last: readonly string[],
): { readonly added: readonly string[]; readonly taken: readonly string[] } {
  const [now, before] = [new Set(wanted), new Set(last)];
  return {
    added: [...now].filter((id) => !before.has(id)),
    taken: [...before].filter((id) => !now.has(id)),
  };
}
