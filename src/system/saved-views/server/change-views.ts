import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raiseConflict } from '#platform/history/server/last-change.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { recordReversible } from '#platform/undo/server/reversible.ts';
import type {
  AddViewRequest,
  DeleteViewRequest,
  EditViewRequest,
  OtherChange,
  SavedView,
  ShareViewRequest,
  ViewChange,
} from '../contract/saved-view.ts';
import { mayChangeView, maySeeView } from '../rules/view-rights.ts';
import { lockPreference } from './list-preference-store.ts';
import { namesOf } from './owner-names.ts';
import {
  countViews,
  deleteView,
  insertView,
  isNameTaken,
  lockView,
  type SavedViewRow,
  updateView,
} from './saved-view-store.ts';
import { personOf, SHARE, savedViewUndo } from './undo-views.ts';

/** In a longer list nothing can be found. */
const MOST_VIEWS = 50;

export async function addView(context: RequestContext, request: AddViewRequest): Promise<ViewChange> {
  return context.transaction(async (tx) => {
    const { actor } = context;
    if ((await countViews(tx.db, actor.id, request.list)) >= MOST_VIEWS)
      raise('saved-view.too-many', { maximum: MOST_VIEWS });
    const row: SavedViewRow = {
      id: newId(),
      owner_id: actor.id,
      list: request.list,
      name: request.name,
      shared: false,
      state: request.state,
      layout: request.layout,
      version: 1,
      created_at: tx.now(),
      changed_at: tx.now(),
    };
    if (!(await insertView(tx.db, row))) nameTaken();
    return recordChange(tx, row, null, actor.name);
  });
}

export async function editView(context: RequestContext, request: EditViewRequest): Promise<ViewChange> {
  const { id, version, ...changes } = request;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return changeView(context, { id, version }, (before) => ({ ...before, ...given }));
}

export async function shareView(context: RequestContext, request: ShareViewRequest): Promise<ViewChange> {
  return changeView(context, request, (before) => ({ ...before, shared: request.shared }));
}

async function changeView(
  context: RequestContext,
  { id, version }: { id: string; version: number },
  change: (before: SavedViewRow) => SavedViewRow,
): Promise<ViewChange> {
  const names = namesOf(context);
  return context.transaction(async (tx) => {
    const before = await lockForChange(tx, id, version);
    const after = { ...change(before), version: before.version + 1, changed_at: tx.now() };
    if (await isNameTaken(tx.db, after)) nameTaken();
    await updateView(tx.db, after);
    return recordChange(tx, after, before, await names(after.owner_id));
  });
}

export async function removeView(context: RequestContext, request: DeleteViewRequest): Promise<OtherChange> {
  return context.transaction(async (tx) => {
    const before = await lockForChange(tx, request.id, request.version);
    const preference = await lockPreference(tx.db, context.actor.id, before.list);
    await deleteView(tx.db, before.id);
    await tx.audit({ action: 'saved-view:delete', objectKind: 'saved-view', objectId: before.id, before });
    await tx.live({ kind: 'saved-view', id: before.id });
    const wasDefault = preference.default_view_id === before.id;
    const changeId = await recordReversible(tx, savedViewUndo, {
      objectId: before.id,
      version: 0,
      inverse: { before, wasDefault },
    });
    return { changeId };
  });
}

/** A view that the actor may not see is as unknown as one that does not exist. */
async function lockForChange(tx: Transaction, id: string, version: number): Promise<SavedViewRow> {
  const view = (await lockView(tx.db, id)) ?? raise('saved-view.not-found');
  const [ownership, person] = [{ ownerId: view.owner_id, shared: view.shared }, personOf(tx.actor)];
  if (!maySeeView(ownership, person)) raise('saved-view.not-found');
  if (!mayChangeView(ownership, person)) raise('request.forbidden', { permission: SHARE });
  if (view.version !== version)
    await raiseConflict(
      tx.db,
      'saved-view.changed-meanwhile',
      { kind: 'saved-view', id, actions: ['saved-view:add', 'saved-view:edit', 'saved-view:share', 'undo'] },
      { name: view.name, shared: view.shared, version: view.version },
    );
  return view;
}

async function recordChange(
  tx: Transaction,
  after: SavedViewRow,
  before: SavedViewRow | null,
  ownerName: string,
): Promise<ViewChange> {
  await tx.audit({
    action:
      before === null ? 'saved-view:add' : before.shared === after.shared ? 'saved-view:edit' : 'saved-view:share',
    objectKind: 'saved-view',
    objectId: after.id,
    ...(before === null ? {} : { before }),
    after,
  });
  await tx.live({ kind: 'saved-view', id: after.id });
  const changeId = await recordReversible(tx, savedViewUndo, {
    objectId: after.id,
    version: after.version,
    inverse: { before },
  });
  return { view: toSavedView(after, tx.actor.id, ownerName), changeId };
}

function nameTaken(): never {
  raiseAt('name', 'saved-view.name-taken');
}

export function toSavedView(row: SavedViewRow, readerId: string, ownerName: string): SavedView {
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    shared: row.shared,
    own: row.owner_id === readerId,
    ownerName,
    state: row.state,
    layout: row.layout,
    version: row.version,
    changedAt: row.changed_at.toISOString(),
  };
}
