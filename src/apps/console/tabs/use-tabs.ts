import { create } from 'zustand';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import { clearUnsaved, hasUnsaved } from '#platform/routing/web/unsaved.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { isHomePage, WELCOME } from '../routing/console-routes.ts';
import {
  type Closing,
  closedBy,
  closeTabs,
  moveTab,
  nextActive,
  openTab,
  pathIn,
  type Tab,
  type Tabs,
} from './tabs-model.ts';

interface TabsState extends Tabs {
  readonly active: string;
  /** Raised by Refresh: the page mounts anew. */
  readonly turns: Readonly<Record<string, number>>;
}

export const useTabs = create<TabsState>(() => ({ tabs: [], mounted: [], active: '', turns: {} }));

/** Tabs survive a reload, per tenant and user (ux-guide 2). */
const storageKey = (): string => `tabs:${currentTenantId()}:${useSession.getState().user?.id ?? ''}`;

export function restoreTabs(first: Tab, isKnown: (path: string) => boolean): void {
  const stored = readSession(storageKey());
  const tabs = Array.isArray(stored)
    ? stored.filter((tab: Tab) => typeof tab?.url === 'string' && typeof tab.id === 'string' && isKnown(tab.id))
    : [];
  if (!tabs.some((tab) => isHomePage(tab.id))) tabs.unshift(first);
  useTabs.setState({ tabs, mounted: [], turns: {} });
}

useTabs.subscribe(({ tabs }) => {
  writeSession(storageKey(), tabs);
});

export function showTab(tab: Pick<Tab, 'id' | 'url' | 'route'>): void {
  useTabs.setState((state) => ({ ...openTab(state, tab, hasUnsaved), active: tab.id }));
}

export function changeTab(id: string, change: Pick<Tab, 'title'>): void {
  useTabs.setState((state) => {
    const isSame = state.tabs.every((tab) => tab.id !== id || tab.title === change.title);
    return isSame ? state : { tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) };
  });
}

export function refreshTab(id: string): void {
  clearUnsaved([id]);
  useTabs.setState(({ turns }) => ({ turns: { ...turns, [id]: (turns[id] ?? 0) + 1 } }));
}

/** Another record in the same tab; a tab with unsaved work stays and answers false. */
export function moveTo(id: string, url: string): boolean {
  if (hasUnsaved(id)) return false;
  useTabs.setState((state) => ({ ...moveTab(state, id, url), active: pathIn(url) }));
  return true;
}

/** Tabs that cannot be closed: welcome wherever it stands (platform.md 2), and the first of a home page. */
export const pinnedIn = (tabs: readonly Tab[]): readonly string[] => [
  WELCOME,
  ...tabs
    .map(({ id }) => id)
    .filter(isHomePage)
    .slice(0, 1),
];

/** Closes and answers the address to go to, where the shown tab went too. */
export function close(id: string, closing: Closing): string | undefined {
  const before = useTabs.getState();
  const gone = closedBy(before.tabs, id, closing, pinnedIn(before.tabs));
  clearUnsaved(gone);
  const after = closeTabs(before, gone);
  useTabs.setState(after);
  const next = nextActive(before.tabs, after.tabs, before.active);
  return next && next.id !== before.active ? next.url : undefined;
}
