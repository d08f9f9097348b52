import { readSession } from '#platform/storage/web/session-stored.ts';
import type { KnownAction } from '#platform/viewer/contract/permission.ts';

/** Session storage, raw JSON: every action that the catalogue knows (system-api.md 6.8). */
export const KNOWN_ACTIONS_STORED_AS = 'SYS_BUTTON_AUTH';

/** A right in the words of the catalogue that this browser tab keeps; undefined where it holds none such. */
export function rightName(right: string | undefined): string | undefined {
  const known = readSession(KNOWN_ACTIONS_STORED_AS);
  if (right === undefined || !Array.isArray(known)) return undefined;
  return (known as KnownAction[]).find(({ action }) => action.split(',').some((one) => one.trim() === right))?.describe;
}
