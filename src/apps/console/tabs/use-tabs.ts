import { create } from 'zustand';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import { useSession } from '#system/session/web/session-store.ts';
import { type Closing, closedBy, closeTabs, nextActive, openTab, type Tab, type Tabs } from './tabs-model.ts';

interface TabsState extends Tabs {
  readonly active: string;
  /** Raised by Refresh: the page mounts anew. */
  readonly turns: Readonly<Record<string, number>>;
}

export const useTabs = create<TabsState>(() => ({ tabs: [], mounted: [], active: '', turns: {} }));

/** Tabs survive a reload, per tenant and user (ux-guide 2). */
const storageKey = (): string => `tabs:${currentTenantId()}:${useSession.getState().user?.id ?? ''}`;

export function restoreTabs(first: Tab, isKnown: (route: string) => boolean): void {
  let tabs: Tab[] = [];
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]');
    if (Array.isArray(stored)) tabs = stored.filter((tab: Tab) => typeof tab?.url === 'string' && isKnown(tab.route));
  } catch {
    // Unreadable tabs are no tabs.
  }
  if (!tabs.some((tab) => tab.id === first.id)) tabs.unshift(first);
  useTabs.setState({ tabs, mounted: [], turns: {} });
}

useTabs.subscribe(({ tabs }) => {
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(tabs.map(({ dirty: _, ...tab }) => tab)));
  } catch {
    // Blocked or full: tabs live until the reload.
  }
});

export function showTab(tab: Pick<Tab, 'id' | 'url' | 'route'>): void {
  useTabs.setState((state) => ({ ...openTab(state, tab), active: tab.id }));
}

export function changeTab(id: string, change: Partial<Pick<Tab, 'title' | 'dirty'>>): void {
  useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }));
}

export function refreshTab(id: string): void {
  useTabs.setState(({ turns }) => ({ turns: { ...turns, [id]: (turns[id] ?? 0) + 1 } }));
}

/** Closes and answers the address to go to, where the shown tab went too. */
export function close(id: string, closing: Closing, pinned: string): string | undefined {
  const before = useTabs.getState();
  const after = closeTabs(before, closedBy(before.tabs, id, closing, pinned));
  useTabs.setState(after);
  const next = nextActive(before.tabs, after.tabs, before.active);
  return next && next.id !== before.active ? next.url : undefined;
}
