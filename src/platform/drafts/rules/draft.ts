/** Whose input it is: a draft is offered to the same person in the same tenant only (security 13.7). */
export interface DraftOwner {
  readonly userId: string;
  readonly tenantId: string;
}

export interface Draft {
  readonly values: Readonly<Record<string, unknown>>;
  /** What was stored when the form was opened: shows later what others changed since. */
  readonly base: Readonly<Record<string, unknown>>;
  /** Epoch ms. */
  readonly savedAt: number;
  /** What the form is called, and where it stands. */
  readonly title: string;
  readonly address: string;
  /** The user has seen once that it is there. */
  readonly isTold: boolean;
}

/** ux-guide 5 */
const DRAFT_LIFE_MS = 24 * 60 * 60_000;

const PREFIX = 'draft:';

/** Where the draft of a form lies in the browser's storage; `formCode` names the form and its record. */
export function draftKey(owner: DraftOwner, formCode: string): string {
  return `${PREFIX}${owner.tenantId}:${owner.userId}:${formCode}`;
}

/** Anybody's draft. */
export function isDraftKey(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** The drafts of one person in one tenant. */
export function isKeyOf(owner: DraftOwner, key: string): boolean {
  return key.startsWith(draftKey(owner, ''));
}

/** What storage holds, where it is a draft that may still be offered; anything else is undefined. */
export function readableDraft(stored: unknown, now: number): Draft | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { values, base, savedAt, title, address, isTold } = stored as Partial<Draft>;
  if (!isRecord(values) || !isRecord(base)) return undefined;
  if (typeof savedAt !== 'number' || savedAt > now || now - savedAt >= DRAFT_LIFE_MS) return undefined;
  if (typeof title !== 'string' || typeof address !== 'string') return undefined;
  return { values, base, savedAt, title, address, isTold: isTold === true };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
