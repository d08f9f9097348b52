import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { SavedViews } from '../contract/saved-view.ts';
import { toSavedView } from './change-views.ts';
import { findPreferences } from './list-preference-store.ts';
import { ownerNames } from './owner-names.ts';
import { findViewsOf } from './saved-view-store.ts';

/** All lists at once: it is little, and no list has to wait for it a second time. */
export async function readViews(context: RequestContext): Promise<SavedViews> {
  const { id } = context.actor;
  const [rows, preferences] = await context.read(async (db) => [
    await findViewsOf(db, id),
    await findPreferences(db, id),
  ]);
  const names = await ownerNames(
    context,
    rows.map((row) => row.owner_id),
  );
  return {
    views: rows.map((row) => toSavedView(row, id, names.get(row.owner_id) ?? '')),
    preferences: preferences.map((row) => ({ list: row.list, layout: row.layout, defaultViewId: row.default_view_id })),
  };
}
