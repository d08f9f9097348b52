export interface TreeNode {
  readonly key: string;
  readonly label: string;
  readonly children?: readonly TreeNode[] | null | undefined;
}

/** A node as it is drawn: how deep, which of its siblings, whether it is open. */
export interface VisibleNode {
  readonly node: TreeNode;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
  /** Undefined at a leaf. */
  readonly isOpen: boolean | undefined;
}

/**
 * The nodes on screen, top to bottom. With words sought, those whose label contains them and the way to each are shown, all
 * open.
 */
export function visibleNodes(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  sought = '',
  level = 1,
  parent?: string,
): VisibleNode[] {
  const word = sought.trim().toLowerCase();
  const shown = word === '' ? nodes : nodes.filter((node) => holds(node, word));
  return shown.flatMap((node, index) => {
    const children = node.children ?? [];
    const isOpen = children.length === 0 ? undefined : word !== '' || open.has(node.key);
    const line: VisibleNode = { node, level, position: index + 1, siblings: shown.length, parent, isOpen };
    return isOpen ? [line, ...visibleNodes(children, open, word, level + 1, node.key)] : [line];
  });
}

/** The nodes from the top down to one, itself the last; empty where there is none with this key. */
export function wayTo(nodes: readonly TreeNode[], key: string): readonly TreeNode[] {
  for (const node of nodes) {
    if (node.key === key) return [node];
    const below = wayTo(node.children ?? [], key);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

/** The first node, top to bottom, whose label has the words that are sought. */
export function firstFound(lines: readonly VisibleNode[], sought: string): TreeNode | undefined {
  const word = sought.trim().toLowerCase();
  return word === '' ? undefined : lines.find(({ node }) => node.label.toLowerCase().includes(word))?.node;
}

function holds(node: TreeNode, word: string): boolean {
  return node.label.toLowerCase().includes(word) || (node.children ?? []).some((child) => holds(child, word));
}
