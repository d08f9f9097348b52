import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import { allowSingleKeys } from './use-shortcuts.ts';

const KEY = 'SINGLE_KEY_SHORTCUTS';

export function areSingleKeysAllowed(): boolean {
  return readStored<boolean>(KEY) ?? true;
}

export function setSingleKeys(allowed: boolean): void {
  writeStored(KEY, allowed);
  allowSingleKeys(allowed);
}
