import { matchPath } from 'react-router';
import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { namesPage, type Surroundings, targetOf } from '../routing/console-routes.ts';

/** So many entries are in sight by themselves. */
const IN_SIGHT = 36;

/** What the menus draw: no hidden entries, none that leads nowhere, and an always-shown parent as one entry (system-api.md 6.1). */
export function shownMenu(menu: readonly MenuNode[], around: Surroundings): MenuNode[] {
  return menu.flatMap((node) => {
    if (node.hidden) return [];
    const { children: below, ...leaf } = node;
    const children = node.alwaysShow ? [] : shownMenu(below ?? [], around);
    if (children.length > 0) return [{ ...node, children }];
    const hasPage = namesPage(node) || node.alwaysShow === true || node.meta.url !== undefined;
    return hasPage && targetOf(node, around) ? [leaf as MenuNode] : [];
  });
}

export function countLeaves(menu: readonly MenuNode[]): number {
  return menu.reduce((sum, node) => sum + (node.children ? countLeaves(node.children) : 1), 0);
}

/** Groups that start open: the first ones, which are those of all day, as long as their entries are not too many. */
export function openAtFirst(menu: readonly MenuNode[]): ReadonlySet<string> {
  const open = new Set<string>();
  let shown = 0;
  for (const node of menu) {
    shown += countLeaves([node]);
    if (shown <= IN_SIGHT) for (const id of groupsIn(node)) open.add(id);
  }
  return open;
}

const groupsIn = (node: MenuNode): string[] => (node.children ? [node.id, ...node.children.flatMap(groupsIn)] : []);

/**
 * Path of the entry that is marked while a page is shown: the longest one that is the page or stands above it; for a page
 * that only hidden entries know, such as an order, the nearest one before it in their group, else the group's first one.
 */
export function currentEntry(menu: readonly MenuNode[], pathname: string): string | undefined {
  const visible = leavesOf(menu).map((node) => node.path);
  const above = visible.filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  if (above.length > 0) return above.toSorted((a, b) => b.length - a.length)[0];
  return groupEntry(menu, pathname);
}

function groupEntry(menu: readonly MenuNode[], pathname: string): string | undefined {
  for (const node of menu) {
    const children = node.children ?? [];
    const at = children.findIndex((child) => child.hidden && matchPath(child.path, pathname));
    if (at >= 0) {
      const before = children.slice(0, at).findLast((child) => !child.hidden);
      return (before ?? children.find((child) => !child.hidden))?.path ?? node.redirect ?? undefined;
    }
    const below = groupEntry(children, pathname);
    if (below !== undefined) return below;
  }
  return undefined;
}

function leavesOf(menu: readonly MenuNode[]): MenuNode[] {
  return menu.flatMap((node) => {
    if (node.hidden) return [];
    return node.children?.some((child) => !child.hidden) && !node.alwaysShow ? leavesOf(node.children) : [node];
  });
}

export function holds(node: MenuNode, path: string | undefined): boolean {
  return node.path === path || (node.children ?? []).some((child) => holds(child, path));
}
