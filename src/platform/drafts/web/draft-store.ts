import { readSession, sessionKeys, writeSession } from '#platform/storage/web/session-stored.ts';
import { type Draft, type DraftOwner, draftKey, isDraftKey, isKeyOf, readableDraft } from '../rules/draft.ts';

/** Without an owner nothing is kept or offered: before a login, after a logout, in previews. */
let owner: DraftOwner | undefined;

/** Called when somebody is in. Drafts that are too old go. */
export function setDraftOwner(next: DraftOwner): void {
  owner = next;
  for (const key of sessionKeys()) {
    if (isDraftKey(key) && !readableDraft(readSession(key), Date.now())) writeSession(key, undefined);
  }
}

/** At a logout and at a change of tenant; what is typed from here on is not kept any more. */
export function clearDrafts(): void {
  owner = undefined;
  for (const key of sessionKeys()) if (isDraftKey(key)) writeSession(key, undefined);
}

export function readDraft(formCode: string): Draft | undefined {
  return owner && readableDraft(readSession(draftKey(owner, formCode)), Date.now());
}

/** Never passwords, keys or payment credentials: a form that holds such has no draft (ux-guide 5). */
export function keepDraft(formCode: string, draft: Pick<Draft, 'values' | 'base' | 'title' | 'address'>): void {
  if (owner) writeSession(draftKey(owner, formCode), { ...draft, savedAt: Date.now(), isTold: false } satisfies Draft);
}

export function dropDraft(formCode: string): void {
  if (owner) writeSession(draftKey(owner, formCode), undefined);
}

/** Drafts that their owner does not know of yet; each is answered once. */
export function takeUntoldDrafts(): Draft[] {
  const ours = owner;
  if (!ours) return [];
  return sessionKeys()
    .filter((key) => isKeyOf(ours, key))
    .flatMap((key) => {
      const draft = readableDraft(readSession(key), Date.now());
      if (!draft || draft.isTold) return [];
      writeSession(key, { ...draft, isTold: true } satisfies Draft);
      return [draft];
    });
}
