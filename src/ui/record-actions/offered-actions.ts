import { createContext, use, useEffect, useId } from 'react';
import { create } from 'zustand';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { useTab } from '#platform/routing/web/tab.ts';
import { useMay } from '../allowed/allowed.tsx';
import type { MenuEntry } from '../menu/menu.tsx';

/** What can be done with a record, or on a page: in its row, its panel, on its page and in the palette. */
export interface RowAction extends MenuEntry {
  /** Left out for readers without the permission of this call. */
  by?: Pick<Endpoint, 'permission'>;
  /** Its name where nothing around it says what it is about, as in the palette; `label` unless given. */
  fullLabel?: string;
}

/** What can be done with the record in sight. */
export interface Offer {
  /** Id of the page's tab. */
  readonly tab: string;
  /** The record in words. */
  readonly record: string;
  readonly actions: readonly RowAction[];
  /** The record is on its way, and with it its actions. */
  readonly isAwaited: boolean;
}

const useOffers = create<{ offers: ReadonlyMap<string, Offer> }>(() => ({ offers: new Map() }));

/** The actions that the reader may do. */
export function permitted(actions: readonly RowAction[], may: ReturnType<typeof useMay>): RowAction[] {
  return actions.filter((action) => !action.by || may(action.by));
}

/** The record, in words, whose page or panel is around. */
export const RecordInSight = createContext('');

/**
 * Offers in the command palette what can be done here, while it is visible: a hidden tab cleans up its effects. Only
 * the code that draws actions calls it, with the same list, so that they are declared once (decision 0036).
 */
export function useOfferedActions(
  actions: readonly RowAction[],
  page?: { readonly record: string; readonly isAwaited: boolean },
): void {
  const id = useId();
  const tab = useTab()?.id ?? '';
  const around = use(RecordInSight);
  const may = useMay();
  // The newest of each drawing, whose functions know what is shown; only an open palette listens.
  useEffect(() =>
    change((offers) =>
      offers.set(id, {
        tab,
        record: page?.record ?? around,
        actions: permitted(actions, may),
        isAwaited: page?.isAwaited ?? false,
      }),
    ),
  );
  useEffect(() => () => change((offers) => offers.delete(id)), [id]);
}

function change(step: (offers: Map<string, Offer>) => unknown): void {
  const offers = new Map(useOffers.getState().offers);
  step(offers);
  useOffers.setState({ offers });
}

/** Offers of the page in this tab, in the order in which they stand there; undefined while there is no page of a record. */
export function useOffersOf(tab: string): readonly Offer[] | undefined {
  const offers = useOffers((state) => state.offers);
  const own = [...offers.values()].filter((offer) => offer.tab === tab);
  return own.length > 0 ? own : undefined;
}
