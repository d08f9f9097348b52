import * as z from 'zod';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { reversible } from '#platform/undo/server/reversible.ts';
import { savedViewEndpoints } from '../contract/endpoints.ts';
import { mayRestoreView, type ViewPerson } from '../rules/view-rights.ts';
import { lockPreference, PreferenceRow, updatePreference } from './list-preference-store.ts';
import { deleteView, insertView, isNameTaken, lockView, SavedViewRow, updateView } from './saved-view-store.ts';

export const SHARE = savedViewEndpoints.share.permission ?? '';
/** Who acts, as the rules about views see him. */
export const personOf = (actor: Actor): ViewPerson => ({
  id: actor.id,
  mayShare: can(actor, SHARE),
});
const ownershipOf = (view: SavedViewRow | null | undefined) =>
  view ? { ownerId: view.owner_id, shared: view.shared } : null;

/** What a saved view was: null before it was made; whether it was the actor's first view, where it was deleted. */
const ViewBefore = z.strictObject({ before: SavedViewRow.nullable(), wasDefault: z.boolean().optional() });

/** Undo of making, changing, sharing and deleting a view. */
export const savedViewUndo = reversible('saved-view', ViewBefore, async (tx, { objectId, version, inverse }) => {
  const { before, wasDefault } = inverse;
  const now = await lockView(tx.db, objectId);
  if ((now?.version ?? 0) !== version) raise('undo.changed-since');
  if (!mayRestoreView(ownershipOf(now), ownershipOf(before), personOf(tx.actor)))
    raise('request.forbidden', { permission: SHARE });
  if (before === null) await deleteView(tx.db, objectId);
  else if (now) await restore(tx, before, now.version + 1);
  else await bringBack(tx, before, wasDefault ?? false);
  await tx.live({ kind: 'saved-view', id: objectId });
});

async function restore(tx: Transaction, before: SavedViewRow, version: number): Promise<void> {
  if (await isNameTaken(tx.db, before)) raise('undo.changed-since');
  await updateView(tx.db, { ...before, version, changed_at: tx.now() });
}

async function bringBack(tx: Transaction, before: SavedViewRow, wasDefault: boolean): Promise<void> {
  const isBack = await insertView(tx.db, { ...before, version: before.version + 1, changed_at: tx.now() });
  if (!isBack) raise('undo.changed-since');
  if (!wasDefault) return;
  const preference = await lockPreference(tx.db, tx.actor.id, before.list);
  await updatePreference(tx.db, tx.actor.id, {
    ...preference,
    default_view_id: before.id,
    version: preference.version + 1,
  });
}

/** Undo of columns and of the first view. The id is the list's name: everybody has one preference per list. */
export const listPreferenceUndo = reversible(
  'list-preference',
  PreferenceRow,
  async (tx, { objectId, version, inverse }) => {
    const now = await lockPreference(tx.db, tx.actor.id, objectId);
    if (now.version !== version) raise('undo.changed-since');
    const firstView = inverse.default_view_id && (await lockView(tx.db, inverse.default_view_id));
    await updatePreference(tx.db, tx.actor.id, {
      ...inverse,
      default_view_id: firstView ? firstView.id : null,
      version: version + 1,
    });
  },
);
