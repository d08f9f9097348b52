import { type RefObject, useEffect, useId, useRef } from 'react';
import { create } from 'zustand';
import { useTab } from './tab.ts';

interface UnsavedForm {
  /** The tab it stands in, '' outside of tabs. */
  readonly tab: string;
  /** The user gives the input up: its draft goes too. */
  readonly giveUp: () => void;
}

/** Forms with unsaved input, by their ids. */
type UnsavedForms = ReadonlyMap<string, UnsavedForm>;

const useForms = create<{ forms: UnsavedForms }>(() => ({ forms: new Map() }));

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

function change(forms: UnsavedForms): void {
  // A listener that never asks would still keep the page from the browser's back cache.
  if (forms.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  useForms.setState({ forms });
}

/** Undefined: there is nothing unsaved in it any more. */
function setUnsaved(id: string, form: UnsavedForm | undefined): void {
  const { forms } = useForms.getState();
  if (forms.has(id) === (form !== undefined)) return;
  const next = new Map(forms);
  if (form) next.set(id, form);
  else next.delete(id);
  change(next);
}

/** After the user agreed to leave them, or with the tab they stood in; all of them where no tab is named. */
export function clearUnsaved(tabs?: readonly string[]): void {
  const { forms } = useForms.getState();
  const isGone = ({ tab }: UnsavedForm): boolean => tabs === undefined || tabs.includes(tab);
  const gone = [...forms.values()].filter(isGone);
  if (gone.length === 0) return;
  change(new Map([...forms].filter(([, form]) => !isGone(form))));
  for (const form of gone) form.giveUp();
}

/** Is there unsaved input in this tab, or anywhere? */
export function hasUnsaved(tab?: string): boolean {
  const { forms } = useForms.getState();
  return tab === undefined ? forms.size > 0 : [...forms.values()].some((form) => form.tab === tab);
}

/** The same for what shows it. */
export function useHasUnsaved(tab: string): boolean {
  return useForms(({ forms }) => [...forms.values()].some((form) => form.tab === tab));
}

/** Tabs with unsaved input as one text, so that it changes only when they do. */
export function useUnsavedTabs(): string {
  return useForms(({ forms }) => [...new Set([...forms.values()].map(({ tab }) => tab))].sort().join('\n'));
}

/**
 * Says that a form holds unsaved input: its tab shows a dot and stays mounted, and whatever would throw the input away asks
 * first (ux-guide 5). A hidden tab takes effects down but keeps its elements, and with them what was typed.
 */
export function useUnsavedMark(isUnsaved: boolean, element: RefObject<Element | null>, giveUp: () => void): void {
  const id = useId();
  const tab = useTab()?.id ?? '';
  const latest = useRef(giveUp);
  useEffect(() => {
    latest.current = giveUp;
  });
  useEffect(
    () => setUnsaved(id, isUnsaved ? { tab, giveUp: () => latest.current() } : undefined),
    [id, tab, isUnsaved],
  );
  useEffect(() => {
    const shown = element.current;
    return () => {
      if (!shown?.isConnected) setUnsaved(id, undefined);
    };
  }, [id, element]);
}
