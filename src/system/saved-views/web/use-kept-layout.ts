import { useEffect, useRef } from 'react';
import {
  browserLayout,
  clearBrowserLayout,
  initialLayout,
  reconcile,
  type TableLayout,
  type TableLayoutHandle,
  useTableLayout,
} from '#ui/record-table/table-layout.ts';
import { useStable } from '#ui/stable/use-stable.ts';
import type { SavedView } from '../contract/saved-view.ts';
import type { SavedViewsOfList } from './use-saved-views.ts';
import { isSameLayout, viewLayoutOf } from './view-state.ts';

/** Columns are moved in several steps; the last one is kept. */
const KEEP_AFTER_MS = 800;

type Columns = Parameters<typeof useTableLayout>[1];

/**
 * The columns of a list: those of the saved view that is shown, changed until they are saved with it; else the reader's own
 * of the list itself, which are kept on the server as they change.
 */
export function useKeptLayout(
  list: string,
  columns: Columns,
  saved: SavedViewsOfList,
  view: SavedView | undefined,
): TableLayoutHandle {
  const shown = useTableLayout(list, columns, view ? view.id : null, view && reconcile(view.layout, columns));
  const { layout, change } = shown;
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<{ layout: TableLayout | null; isLoud: boolean }>(undefined);

  // What the server knows is shown, unless the reader is changing it just now.
  const known = view ? view.layout : saved.layout;
  const version = view ? `${view.id} ${view.version}` : 'own';
  const seen = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change on the server replaces what is shown
  useEffect(() => {
    if (known === undefined || pending.current !== undefined) return;
    const news = `${version} ${JSON.stringify(known)}`;
    if (seen.current === news) return;
    const isReturn = view !== undefined && seen.current === undefined && shown.isTouched;
    seen.current = news;
    if (isReturn) return;
    if (known) {
      change(reconcile(known, columns), { isTouched: false });
      if (!view) clearBrowserLayout(list);
    } else {
      const own = view ? undefined : browserLayout(list);
      if (own)
        void saved
          .keepLayout(viewLayoutOf(reconcile(own, columns)), { quietly: true })
          .then(() => clearBrowserLayout(list));
      else if (!view) change(initialLayout(columns), { isTouched: false });
    }
  }, [version, known, view?.id]);

  const keep = () => {
    clearTimeout(pending.current);
    pending.current = undefined;
    const what = last.current;
    last.current = undefined;
    if (!what) return;
    saved.keepLayout(what.layout && viewLayoutOf(what.layout), { quietly: !what.isLoud }).catch(() => undefined);
  };
  const keepNow = useRef(keep);
  keepNow.current = keep;
  useEffect(() => {
    const leave = () => keepNow.current();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const later = (next: TableLayout | null, isLoud: boolean) => {
    last.current = { layout: next, isLoud: isLoud || (last.current?.isLoud ?? false) };
    clearTimeout(pending.current);
    pending.current = setTimeout(() => keepNow.current(), KEEP_AFTER_MS);
  };
  return useStable<TableLayoutHandle>({
    layout,
    isTouched: view ? !isSameLayout(viewLayoutOf(layout), viewLayoutOf(reconcile(view.layout, columns))) : false,
    change: (next) => {
      change(next, { isTouched: true });
      const columnsOf = ({ order, hidden, pinned }: TableLayout) => [order, hidden, pinned].join(';');
      const isLoud = columnsOf(next) !== columnsOf(layout);
      if (!view) later(next, isLoud);
    },
    reset: () => {
      change(view ? reconcile(view.layout, columns) : initialLayout(columns), { isTouched: false });
      if (!view) later(null, true);
    },
  });
}
