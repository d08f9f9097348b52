import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { recordReversible } from '#platform/undo/server/reversible.ts';
import type { KeepLayoutRequest, OtherChange, SetDefaultViewRequest } from '../contract/saved-view.ts';
import { maySeeView } from '../rules/view-rights.ts';
import { lockPreference, type PreferenceRow, updatePreference } from './list-preference-store.ts';
import { lockView } from './saved-view-store.ts';
import { listPreferenceUndo } from './undo-views.ts';

export function keepLayout(context: RequestContext, request: KeepLayoutRequest): Promise<OtherChange> {
  return changePreference(context, request.list, (before) => ({ ...before, layout: request.layout }));
}

/** The first view is one of this list that the person sees. */
export function setDefaultView(context: RequestContext, request: SetDefaultViewRequest): Promise<OtherChange> {
  return changePreference(context, request.list, (before) => ({ ...before, default_view_id: request.viewId }));
}

async function changePreference(
  context: RequestContext,
  list: string,
  change: (before: PreferenceRow) => PreferenceRow,
): Promise<OtherChange> {
  const { id } = context.actor;
  return context.transaction(async (tx) => {
    const before = await lockPreference(tx.db, id, list);
    const after = { ...change(before), version: before.version + 1 };
    if (after.default_view_id !== null && after.default_view_id !== before.default_view_id) {
      const view = await lockView(tx.db, after.default_view_id);
      const isSeen = view && maySeeView({ ownerId: view.owner_id, shared: view.shared }, { id, mayShare: false });
      if (!isSeen || view.list !== list) raise('saved-view.not-found');
    }
    await updatePreference(tx.db, id, after);
    await tx.audit({ action: 'list-preference:change', objectKind: 'list-preference', objectId: list, before, after });
    const changeId = await recordReversible(tx, listPreferenceUndo, {
      objectId: list,
      version: after.version,
      inverse: before,
    });
    return { changeId };
  });
}
