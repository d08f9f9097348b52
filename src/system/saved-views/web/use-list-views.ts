import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '#ui/allowed/allowed.tsx';
import type { RecordList } from '#ui/record-list/use-record-list.ts';
import { ledBy, type TableLayoutHandle } from '#ui/record-table/table-layout.ts';
import { useStable } from '#ui/stable/use-stable.ts';
import { savedViewEndpoints } from '../contract/endpoints.ts';
import type { SavedView, ViewLayout, ViewState } from '../contract/saved-view.ts';
import { mayChangeView } from '../rules/view-rights.ts';
import { useKeptLayout } from './use-kept-layout.ts';
import { type SavedViewsOfList, useSavedViews } from './use-saved-views.ts';
import { isSameState, lostOf, viewLayoutOf, viewStateOf } from './view-state.ts';

/** What the views of a list need of it. */
export type ViewedList = Pick<RecordList<object>, 'id' | 'namespace' | 'state' | 'shape' | 'change'> & {
  readonly columns: readonly { readonly key: string; readonly hidden?: boolean | undefined }[];
};

export interface ListViews {
  readonly saved: SavedViewsOfList;
  /** The saved view that is shown. */
  readonly current: SavedView | undefined;
  /** What narrows the current view and is gone: `lostOf`. */
  readonly lost: readonly string[];
  /** The current view differs from how it was saved. */
  readonly isEdited: boolean;
  /** Something is asked or shown that no view holds yet. */
  readonly isUnsaved: boolean;
  readonly mayChange: boolean;
  readonly mayShare: boolean;
  readonly layout: TableLayoutHandle;
  open(view: SavedView): void;
  /** A tab that the list itself offers. */
  openSystem(key: string): void;
  /** Back to how the view was saved. */
  reset(): void;
  /** State and columns as they are now. */
  now(): { state: ViewState; layout: ViewLayout };
}

/** Saved views of a list: which is shown, whether it was changed, its columns (ux-guide 3). */
export function useListViews(list: ViewedList): ListViews {
  const { state, shape, change } = list;
  const saved = useSavedViews(list.id);
  const current = saved.views.find((view) => view.id === state.saved);
  const layout = useKeptLayout(list.id, list.columns, saved, current);
  const { columns } = list;
  const lead = shape.views.find((view) => view.key === state.view)?.lead;
  const shown = useMemo(() => (lead ? ledBy(layout.layout, columns, lead) : layout.layout), [layout, columns, lead]);
  const led = useStable<TableLayoutHandle>({
    ...layout,
    layout: shown,
    // what the tab alone ordered and showed is not kept as the reader's
    change: (next) =>
      layout.change({
        ...next,
        order: next.order === shown.order ? layout.layout.order : next.order,
        hidden: [
          ...next.hidden,
          ...layout.layout.hidden.filter((key) => !shown.hidden.includes(key) && !next.hidden.includes(key)),
        ],
      }),
  });
  const mayShare = useCan(savedViewEndpoints.share);
  const asked = viewStateOf(state);
  const plain: ViewState = viewStateOf({
    ...state,
    values: {},
    where: undefined,
    view: shape.views[0]?.key,
    sort: shape.defaultSort,
  });

  const open = (view: SavedView, how?: { replace?: boolean }) =>
    change(
      {
        values: view.state.values,
        view: view.state.view ?? shape.views[0]?.key,
        sort: view.state.sort ?? shape.defaultSort,
        where: view.state.where,
        saved: view.id,
      },
      how,
    );
  useFirstView(saved, (view) => open(view, { replace: true }));

  return useStable<ListViews>({
    saved,
    current,
    lost: useMemo(() => (current ? lostOf(current.state, shape) : []), [current, shape]),
    isEdited: current !== undefined && ((layout.isTouched ?? false) || !isSameState(asked, sameForm(current, plain))),
    isUnsaved: current === undefined && !isSameState({ ...asked, view: plain.view }, plain),
    mayChange:
      current !== undefined &&
      mayChangeView({ ownerId: current.own ? 'me' : 'another', shared: current.shared }, { id: 'me', mayShare }),
    mayShare,
    layout: led,
    open,
    openSystem: (key) =>
      change(
        current
          ? { values: {}, view: key, sort: shape.defaultSort, where: undefined, saved: undefined }
          : { view: key, saved: undefined },
      ),
    reset: () => {
      if (!current) return;
      open(current);
      layout.reset();
    },
    now: () => ({ state: asked, layout: viewLayoutOf(layout.layout) }),
  });
}

/** A view that leaves tab or order out means those that the list begins with. */
function sameForm(view: SavedView, plain: ViewState): ViewState {
  return { ...plain, ...view.state };
}

/** The view that the person wants first, once, where the address asks for nothing. */
function useFirstView(saved: SavedViewsOfList, open: (view: SavedView) => void): void {
  const [params] = useSearchParams();
  const isOpened = useRef(params.size > 0);
  const first = saved.views.find((view) => view.id === saved.defaultViewId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the views are known
  useEffect(() => {
    if (isOpened.current || !saved.isLoaded) return;
    isOpened.current = true;
    if (first && params.size === 0) open(first);
  }, [saved.isLoaded]);
}
