import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLive } from '#platform/live/web/live.ts';
import { undoChange } from '#platform/undo/web/undo-change.ts';
import { toast } from '#ui/toast/toast-store.ts';
import { savedViewEndpoints } from '../contract/endpoints.ts';
import type { SavedView, SavedViews, ViewLayout, ViewState } from '../contract/saved-view.ts';

const KEY = ['saved-views'];
const NO_VIEWS: readonly SavedView[] = [];

export interface SavedViewsOfList {
  /** Own and shared views of this list, by name. */
  readonly views: readonly SavedView[];
  readonly defaultViewId: string | null;
  /** The columns kept for the list itself; undefined until they are known. */
  readonly layout: ViewLayout | null | undefined;
  readonly isLoaded: boolean;
  add(name: string, state: ViewState, layout: ViewLayout): Promise<SavedView>;
  edit(view: SavedView, changes: { name?: string; state?: ViewState; layout?: ViewLayout }): Promise<SavedView>;
  share(view: SavedView, shared: boolean): Promise<SavedView>;
  remove(view: SavedView): Promise<void>;
  setDefault(view: SavedView | null): Promise<void>;
  /** `quietly`: what was kept by this browser so far moves to the server without a word. */
  keepLayout(layout: ViewLayout | null, how?: { quietly?: boolean }): Promise<void>;
}

/** The views of one list and their changes; each change is saved at once and its toast offers to take it back. */
export function useSavedViews(list: string): SavedViewsOfList {
  const { t } = useTranslation('saved-views');
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(savedViewEndpoints.all, {}, { signal, notices: 'none' }),
    staleTime: 300_000,
  });
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: KEY }), [queries]);
  useLive('saved-view', () => void refresh());

  const told = useCallback(
    (text: string, changeId: string) => {
      const undo = async () => {
        if (await undoChange(changeId)) toast.success(t('undone'));
        await refresh();
      };
      toast.success(text, { undo });
    },
    [t, refresh],
  );
  const put = useCallback(
    (change: (now: SavedViews) => SavedViews) =>
      queries.setQueryData<SavedViews>(KEY, (now) => change(now ?? { views: [], preferences: [] })),
    [queries],
  );

  return useMemo(() => {
    const key = () => ({ idempotencyKey: crypto.randomUUID() });
    const keep = (view: SavedView) =>
      put(({ views, preferences }) => ({
        preferences,
        views: [...views.filter((one) => one.id !== view.id), view].toSorted((a, b) => a.name.localeCompare(b.name)),
      }));
    const changed = async (work: Promise<{ view: SavedView; changeId: string }>, say: (view: SavedView) => string) => {
      const { view, changeId } = await work;
      keep(view);
      told(say(view), changeId);
      return view;
    };
    const setPreference = (part: { layout?: ViewLayout | null; defaultViewId?: string | null }) =>
      put(({ views, preferences }) => {
        const before = preferences.find((one) => one.list === list) ?? { list, layout: null, defaultViewId: null };
        return { views, preferences: [...preferences.filter((one) => one.list !== list), { ...before, ...part }] };
      });
    const own = data?.preferences.find((one) => one.list === list);
    return {
      views: data?.views.filter((view) => view.list === list) ?? NO_VIEWS,
      defaultViewId: own?.defaultViewId ?? null,
      layout: data === undefined ? undefined : (own?.layout ?? null),
      isLoaded: data !== undefined,
      add: (name, state, layout) =>
        changed(call(savedViewEndpoints.add, { list, name, state, layout }, { ...key(), notices: 'none' }), (view) =>
          t('saved', { name: view.name }),
        ),
      edit: ({ id, version }, changes) =>
        changed(call(savedViewEndpoints.edit, { id, version, ...changes }, { ...key(), notices: 'none' }), (view) =>
          t('saved', { name: view.name }),
        ),
      share: ({ id, version }, shared) =>
        changed(call(savedViewEndpoints.share, { id, version, shared }, key()), (view) =>
          t(view.shared ? 'shared' : 'unshared', { name: view.name }),
        ),
      remove: async ({ id, version, name }) => {
        const { changeId } = await call(savedViewEndpoints.remove, { id, version }, key());
        put(({ views, preferences }) => ({ preferences, views: views.filter((view) => view.id !== id) }));
        told(t('removed', { name }), changeId);
        await refresh();
      },
      setDefault: async (view) => {
        const { changeId } = await call(savedViewEndpoints.setDefault, { list, viewId: view?.id ?? null }, key());
        setPreference({ defaultViewId: view?.id ?? null });
        told(view ? t('first', { name: view.name }) : t('noFirst'), changeId);
      },
      keepLayout: async (layout, { quietly } = {}) => {
        // also when the page is left at that moment
        const how = { ...key(), keepalive: true, notices: 'none' } as const;
        const { changeId } = await call(savedViewEndpoints.keepLayout, { list, layout }, how);
        setPreference({ layout });
        if (!quietly) told(t('columnsKept'), changeId);
      },
    };
  }, [data, list, put, refresh, t, told]);
}
