import { codeAbove } from '#platform/records/rules/tree-code.ts';

/** A department without its place among the others. */
export interface DepartmentLeaf {
  readonly id: string;
  readonly parentId: string | null;
  readonly sort: number;
  readonly orgCode: string;
}

export type Tree<Leaf> = Leaf & { readonly children: readonly Tree<Leaf>[] };

/** Higher numbers first, as the older console orders departments (system-api.md 5.4); then by code. */
export const byOrder = (one: DepartmentLeaf, other: DepartmentLeaf): number =>
  other.sort - one.sort || (one.orgCode < other.orgCode ? -1 : one.orgCode > other.orgCode ? 1 : 0);

/** Puts departments below their parents; one whose parent is not among them stands at the top. Cycles are left out. */
export function departmentTree<Leaf extends DepartmentLeaf>(leaves: readonly Leaf[]): Tree<Leaf>[] {
  const known = new Set(leaves.map((leaf) => leaf.id));
  const below = Map.groupBy(leaves, (leaf) =>
    leaf.parentId !== null && known.has(leaf.parentId) ? leaf.parentId : '',
  );
  const grow = (parent: string): Tree<Leaf>[] =>
    (below.get(parent) ?? []).toSorted(byOrder).map((leaf) => ({ ...leaf, children: grow(leaf.id) }));
  return grow('');
}

/** The codes from the top down to a department's own: `A01`, `A01A02` (system-api.md 5.4). */
export const codesOnTheWay = (orgCode: string): string[] =>
  orgCode === '' ? [] : [...codesOnTheWay(codeAbove(orgCode)), orgCode];
