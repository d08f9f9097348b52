import type { MenuNode } from '#system/session/contract/permission.ts';
import { namesPage } from '../routing/console-routes.ts';

/** Something that the palette knows without asking the server. */
export interface LocalItem {
  readonly key: string;
  readonly title: string;
  readonly hint?: string | undefined;
  readonly icon: string;
  /** Lower case: everything that finds it. */
  readonly words: string;
  readonly node?: MenuNode;
}

/** Every visible page of the menu, with the group that it stands in. */
export function pageItems(menu: readonly MenuNode[], group?: string): LocalItem[] {
  return menu.flatMap((node): LocalItem[] => {
    if (node.hidden) return [];
    const below = pageItems(node.children ?? [], node.meta.title);
    if (!namesPage(node) && node.meta.url === undefined) return below;
    const item: LocalItem = {
      key: node.id,
      title: node.meta.title,
      hint: group,
      icon: node.meta.icon ?? 'dot',
      words: `${node.meta.title} ${node.meta.searchWords ?? ''}`.toLowerCase(),
      node,
    };
    return [item, ...below];
  });
}

/** All words of the text must be found; a title that begins with it comes first, then beginnings of words, then the rest. */
export function findLocal(items: readonly LocalItem[], text: string): LocalItem[] {
  const sought = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const first = sought[0];
  if (first === undefined) return [...items];
  const rank = (item: LocalItem): number => {
    if (item.title.toLowerCase().startsWith(first)) return 0;
    return item.words.split(/\s+/).some((word) => word.startsWith(first)) ? 1 : 2;
  };
  return items
    .filter((item) => sought.every((word) => item.words.includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
}
