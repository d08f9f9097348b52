import { createContext, use, useEffect } from 'react';

/** What a page may say about the tab that it lives in; outside of a tab (mobile pages, tests) nobody listens. */
export interface TabHandle {
  readonly id: string;
  setTitle(title: string | undefined): void;
  /** Shows another record in the place of this one; unsaved work stays in its tab and the other opens beside it. */
  moveTo(path: string): void;
  close(): void;
}

export const TabContext = createContext<TabHandle | undefined>(undefined);

export function useTab(): TabHandle | undefined {
  return use(TabContext);
}

/** Names the tab and the document after the record, such as an order number; the menu's title stands until then. */
export function useTabTitle(title: string | undefined): void {
  const tab = useTab();
  useEffect(() => tab?.setTitle(title), [tab, title]);
}
