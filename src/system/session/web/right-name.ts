import { readSession } from '#platform/storage/web/session-stored.ts';
import type { KnownAction } from '#system/session/contract/permission.ts';
import { SYSTEM_AUTH } from './stored/session-storage.ts';

/** A right in the words of the catalogue that this browser tab keeps; undefined where it holds none such. */
export function rightName(right: string | undefined): string | undefined {
  const known = readSession(SYSTEM_AUTH);
  if (right === undefined || !Array.isArray(known)) return undefined;
  return (known as KnownAction[]).find(({ action }) => action.split(',').some((one) => one.trim() === right))?.describe;
}
