import type { MenuNode } from '#platform/viewer/contract/permission.ts';
import { namesPage } from '../routing/console-routes.ts';

/** What is found without asking the server. */
export interface Findable {
  readonly title: string;
  /** Everything that finds it beside its title. */
  readonly words?: string | undefined;
}

export interface PageItem extends Findable {
  readonly key: string;
  readonly hint?: string | undefined;
  readonly icon: string;
  readonly node: MenuNode;
}

/** Every visible page of the menu, with the group that it stands in. */
export function pageItems(menu: readonly MenuNode[], group?: string): PageItem[] {
  return menu.flatMap((node): PageItem[] => {
    if (node.hidden) return [];
    const below = pageItems(node.children ?? [], node.meta.title);
    if (!namesPage(node) && node.meta.url === undefined) return below;
    const item: PageItem = {
      key: node.id,
      title: node.meta.title,
      hint: group,
      icon: node.meta.icon ?? 'dot',
      words: node.meta.searchWords,
      node,
    };
    return [item, ...below];
  });
}

/** All words of the text must be found; a title that begins with it comes first, then beginnings of words, then the rest. */
export function findLocal<Item extends Findable>(items: readonly Item[], text: string): Item[] {
  const sought = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const first = sought[0];
  if (first === undefined) return [...items];
  const wordsOf = ({ title, words = '' }: Item): string => `${title} ${words}`.toLowerCase();
  const rank = (item: Item): number => {
    if (item.title.toLowerCase().startsWith(first)) return 0;
    return wordsOf(item)
      .split(/\s+/)
      .some((word) => word.startsWith(first))
      ? 1
      : 2;
  };
  return items
    .filter((item) => sought.every((word) => wordsOf(item).includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Each group in one piece, at the place of its best row. */
export function grouped<Row extends { readonly group: string }>(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ group }) => group)];
}

/** Records found elsewhere: the one whose whole key was typed, such as an IMEI that many orders name too, comes first. */
export function keyFirst<Row extends { readonly to: string }>(rows: readonly Row[], text: string): Row[] {
  const end = `/${encodeURIComponent(text.trim())}`.toLowerCase();
  const rest = (row: Row): number => (row.to.toLowerCase().endsWith(end) ? 0 : 1);
  return rows.toSorted((a, b) => rest(a) - rest(b));
}
