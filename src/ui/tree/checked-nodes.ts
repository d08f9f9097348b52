import type { CheckState } from './tree.tsx';
import { type TreeNode, wayTo } from './visible-nodes.ts';

/** Whether a node may be ticked at all. */
export type MayTick = (node: TreeNode) => boolean;

const everyNode = (node: TreeNode): TreeNode[] => [node, ...(node.children ?? []).flatMap(everyNode)];

/** How a node is drawn: ticked with all below it, in part, or not; `single`: by itself alone. */
export function checkState(node: TreeNode, ticked: ReadonlySet<string>, single: boolean): CheckState {
  const isTicked = ticked.has(node.key);
  if (single) return isTicked ? 'true' : 'false';
  const below = (node.children ?? []).flatMap(everyNode);
  if (below.length === 0 || (isTicked && below.every(({ key }) => ticked.has(key)))) return isTicked ? 'true' : 'false';
  return isTicked || below.some(({ key }) => ticked.has(key)) ? 'mixed' : 'false';
}

/**
 * What is ticked after a press on a node. Linked, it takes along what lies below it and, when it is ticked, the way to it;
 * what may not be ticked stays as it is. `single`: that node alone.
 */
export function tickedAfter(
  nodes: readonly TreeNode[],
  ticked: ReadonlySet<string>,
  key: string,
  { single, may }: { readonly single: boolean; readonly may: MayTick },
): ReadonlySet<string> {
  const way = wayTo(nodes, key);
  const node = way.at(-1);
  if (!node) return ticked;
  const next = new Set(ticked);
  const concerned = (single ? [node] : everyNode(node)).filter(may);
  // one that is ticked in part is ticked as a whole first
  const isOn = !concerned.every((one) => ticked.has(one.key));
  for (const one of concerned) isOn ? next.add(one.key) : next.delete(one.key);
  if (isOn && !single) for (const one of way) if (may(one)) next.add(one.key);
  return next;
}
