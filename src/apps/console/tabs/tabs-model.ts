/** An open page. Its id is the path, so a list has one tab whatever its filters, and each record one of its own. */
export interface Tab {
  readonly id: string;
  /** Path with query: what the tab shows when it is chosen again. */
  readonly url: string;
  /** Name of its route. */
  readonly route: string;
  /** Set by the page, such as a record's number; the route's title stands until then. */
  readonly title?: string | undefined;
}

export interface Tabs {
  readonly tabs: readonly Tab[];
  /** Ids of the tabs whose pages are mounted, last used first. */
  readonly mounted: readonly string[];
}

/** Older ones keep only their address (ux-guide 2). */
export const MOUNTED_MAX = 12;

/** Opens or updates the tab of an address and notes its use. Pages with unsaved work stay mounted, however long ago. */
export function openTab(
  { tabs, mounted }: Tabs,
  tab: Pick<Tab, 'id' | 'url' | 'route'>,
  isUnsaved: (id: string) => boolean = () => false,
): Tabs {
  const known = tabs.some((one) => one.id === tab.id);
  return {
    tabs: known ? tabs.map((one) => (one.id === tab.id ? { ...one, ...tab } : one)) : [...tabs, tab],
    mounted: [tab.id, ...mounted.filter((id) => id !== tab.id)].filter(
      (id, index) => index < MOUNTED_MAX || isUnsaved(id),
    ),
  };
}

/**
 * Where a link to a list leads: to its open tab as it was left, filters and all; from the tab itself, to the list's default
 * view (ux-guide 2).
 */
export function addressOf(tabs: readonly Tab[], active: string, path: string): string {
  return path === active ? path : (tabs.find((tab) => tab.id === path)?.url ?? path);
}

export type Closing = 'one' | 'left' | 'right' | 'other';

/** Ids that a closing takes away; pinned tabs and the last one stay. */
export function closedBy(tabs: readonly Tab[], id: string, closing: Closing, pinned: readonly string[]): string[] {
  const at = tabs.findIndex((tab) => tab.id === id);
  const wanted = tabs.filter((tab, index) => {
    if (pinned.includes(tab.id)) return false;
    if (closing === 'one') return index === at;
    if (closing === 'left') return index < at;
    return closing === 'right' ? index > at : index !== at;
  });
  return wanted.length === tabs.length ? wanted.slice(0, -1).map((tab) => tab.id) : wanted.map((tab) => tab.id);
}

export function closeTabs({ tabs, mounted }: Tabs, ids: readonly string[]): Tabs {
  const gone = new Set(ids);
  return { tabs: tabs.filter((tab) => !gone.has(tab.id)), mounted: mounted.filter((id) => !gone.has(id)) };
}

/** A tab's id, out of its address. */
export function pathIn(url: string): string {
  return url.replace(/[?#].*$/, '');
}

/** The tab goes on to another record at its place in the strip; a record that is open already is only shown. */
export function moveTab({ tabs, mounted }: Tabs, id: string, url: string): Tabs {
  const path = pathIn(url);
  const isOpen = tabs.some((tab) => tab.id === path);
  return {
    tabs: isOpen
      ? tabs.filter((tab) => tab.id !== id)
      : tabs.map((tab) => (tab.id === id ? { id: path, url, route: tab.route } : tab)),
    mounted: [path, ...mounted.filter((one) => one !== id && one !== path)],
  };
}

/** What is shown after the active tab went: the one at its place, else the last. */
export function nextActive(before: readonly Tab[], after: readonly Tab[], active: string): Tab | undefined {
  if (after.some((tab) => tab.id === active)) return after.find((tab) => tab.id === active);
  const at = before.findIndex((tab) => tab.id === active);
  return after[Math.min(at, after.length - 1)];
}
