import { create } from 'zustand';

/** What somebody wants to know why he cannot do: an action, or the page at an address. */
export type WhyQuestion = { readonly action: string } | { readonly path: string };

/** The question that is open; `choose` is one without an action yet. */
export const useWhy = create<{ question: WhyQuestion | 'choose' | undefined }>(() => ({ question: undefined }));

/** Opens "Why can't I?"; programs without a place for it show nothing. */
export const askWhy = (question: WhyQuestion | 'choose'): void => useWhy.setState({ question });
