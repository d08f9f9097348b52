import type * as z from 'zod';
import { create } from 'zustand';
import type { PushAdsRequest, Showing } from '../contract/endpoints.ts';

/** The dialog that is open on the page of clips. */
export type Asked =
  | { readonly kind: 'set'; readonly clipIds: readonly string[] }
  | { readonly kind: 'edit'; readonly showing: Showing }
  | { readonly kind: 'push'; readonly asked: z.input<typeof PushAdsRequest> };

const useAsked = create<{ readonly asked?: Asked }>(() => ({}));

export const useAskedDialog = (): Asked | undefined => useAsked(({ asked }) => asked);
export const openAdvertDialog = (asked: Asked): void => useAsked.setState({ asked }, true);
/** What is open meanwhile stays: a save may have opened the next one. */
export const closeAdvertDialog = (which: Asked): void =>
  useAsked.setState((now) => (now.asked === which ? {} : now), true);
