import { createContext, use, useEffect } from 'react';

/** What a page may say about the tab that it lives in; outside of a tab (mobile pages, tests) there is no listener. */
export interface TabHandle {
  readonly id: string;
  setTitle(title: string | undefined): void;
  /** The page shows a record of this name. */
  setRecord(name: string): void;
  /** Shows another record in the place of this one; unsaved work stays in its tab and the other opens beside it. */
  moveTo(path: string): void;
  close(): void;
}

export const TabContext = createContext<TabHandle | undefined>(undefined);

export function useTab(): TabHandle | undefined {
  return use(TabContext);
}

/** Names the tab and the document in words of the page, such as an article's title; the menu's title stands until then. */
export function useTabTitle(title: string | undefined): void {
  const tab = useTab();
  useEffect(() => tab?.setTitle(title), [tab, title]);
}

/**
 * The name of the shown record, the same in each language (a number, a robot's name): tab, document and command palette call
 * it so. Undefined while the record is not there; what was said before stays.
 */
export function useRecordName(name: string | undefined): void {
  const tab = useTab();
  useEffect(() => {
    if (name !== undefined) tab?.setRecord(name);
  }, [tab, name]);
}
