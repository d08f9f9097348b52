/** A menu of the tree from which people choose. */
export interface MenuNode {
  readonly key: string;
  readonly label: string;
  readonly children?: readonly MenuNode[] | null | undefined;
}

const below = (node: MenuNode): MenuNode[] => (node.children ?? []).flatMap((child) => [child, ...below(child)]);

/** The menu of which a chosen one above brings this one along; undefined where none does. */
export function broughtBy(nodes: readonly MenuNode[], chosen: ReadonlySet<string>, key: string): MenuNode | undefined {
  for (const node of nodes) {
    if (node.key === key) return undefined;
    const isIn = below(node).some((one) => one.key === key);
    if (isIn) return chosen.has(node.key) ? node : broughtBy(node.children ?? [], chosen, key);
  }
  return undefined;
}

/** What is chosen after a press on a menu: it brings all below it, so none of those is chosen by itself. */
export function chosenAfter(nodes: readonly MenuNode[], chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (next.delete(key)) return next;
  const node = nodes.flatMap((one) => [one, ...below(one)]).find((one) => one.key === key);
  for (const one of node ? below(node) : []) next.delete(one.key);
  next.add(key);
  return next;
}

/** How a menu is drawn: it comes along, something below it does, or nothing. */
export function menuState(
  nodes: readonly MenuNode[],
  chosen: ReadonlySet<string>,
  node: MenuNode,
): 'true' | 'mixed' | 'false' {
  if (chosen.has(node.key) || broughtBy(nodes, chosen, node.key)) return 'true';
  return below(node).some(({ key }) => chosen.has(key)) ? 'mixed' : 'false';
}
