import { type RefObject, useEffect, useId } from 'react';
import { create } from 'zustand';
import { useTab } from './tab.ts';

/** Forms with input that nobody has saved: the form's id and the tab it stands in, '' outside of tabs. */
type UnsavedForms = ReadonlyMap<string, string>;

const useForms = create<{ forms: UnsavedForms }>(() => ({ forms: new Map() }));

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

function change(forms: UnsavedForms): void {
  // A listener that never asks would still keep the page from the browser's back cache.
  if (forms.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  useForms.setState({ forms });
}

export function setUnsaved(form: string, tab: string, isUnsaved: boolean): void {
  const { forms } = useForms.getState();
  if (forms.has(form) === isUnsaved) return;
  const next = new Map(forms);
  if (isUnsaved) next.set(form, tab);
  else next.delete(form);
  change(next);
}

/** After the user agreed to leave them, or with the tab they stood in; all of them where no tab is named. */
export function forgetUnsaved(tabs?: readonly string[]): void {
  const { forms } = useForms.getState();
  const left = [...forms].filter(([, tab]) => tabs !== undefined && !tabs.includes(tab));
  if (left.length < forms.size) change(new Map(left));
}

/** Is there unsaved input in this tab, or anywhere? */
export function hasUnsaved(tab?: string): boolean {
  const { forms } = useForms.getState();
  return tab === undefined ? forms.size > 0 : [...forms.values()].includes(tab);
}

/** The same for what shows it. */
export function useHasUnsaved(tab: string): boolean {
  return useForms(({ forms }) => [...forms.values()].includes(tab));
}

/** Tabs with unsaved input as one text, so that it changes only when they do. */
export function useUnsavedTabs(): string {
  return useForms(({ forms }) => [...new Set(forms.values())].sort().join('\n'));
}

/**
 * Says that a form holds unsaved input: its tab shows a dot and stays mounted, and whatever would throw the input away asks
 * first (ux-guide 5). A hidden tab takes effects down but keeps its elements, and with them what was typed.
 */
export function useUnsavedMark(isUnsaved: boolean, element: RefObject<Element | null>): void {
  const form = useId();
  const tab = useTab()?.id ?? '';
  useEffect(() => setUnsaved(form, tab, isUnsaved), [form, tab, isUnsaved]);
  useEffect(() => {
    const shown = element.current;
    return () => {
      if (!shown?.isConnected) setUnsaved(form, tab, false);
    };
  }, [form, tab, element]);
}
