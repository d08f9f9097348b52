/** Spec 9: login, dictionaries and the chosen tenant live seven days in the browser. */
export const STORED_WEEK_MS = 604_800_000;

const PREFIX = 'pro__';

interface Stored {
  value: unknown;
  expire: number | null;
}

/** Where storage is blocked (private windows, policies) the page still works, until it is closed. */
const memory = new Map<string, string>();

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return globalThis.localStorage ?? memoryStorage;
  } catch {
    return memoryStorage;
  }
}

const memoryStorage = {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, text: string) => void memory.set(key, text),
  removeItem: (key: string) => void memory.delete(key),
};

/** Local storage in the form of the older client: `pro__<key>` = `{"value": …, "expire": epoch ms | null}` (system-api 6.8). */
export function readStored<T>(key: string): T | undefined {
  // what did not fit into the browser's storage lies in memory
  const text = storage().getItem(PREFIX + key) ?? memory.get(PREFIX + key);
  if (text === undefined) return undefined;
  try {
    const stored = JSON.parse(text) as Stored;
    if (stored.expire !== null && stored.expire < Date.now()) {
      removeStored(key);
      return undefined;
    }
    return stored.value as T;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: unknown, lifeMs?: number): void {
  const stored: Stored = { value, expire: lifeMs === undefined ? null : Date.now() + lifeMs };
  memory.delete(PREFIX + key);
  try {
    storage().setItem(PREFIX + key, JSON.stringify(stored));
  } catch {
    // the new one does not fit: the old one must not be read for it
    removeStored(key);
    memory.set(PREFIX + key, JSON.stringify(stored));
  }
}

export function removeStored(key: string): void {
  storage().removeItem(PREFIX + key);
  memory.delete(PREFIX + key);
}

/** Removes all keys that begin so. */
export function removeStoredBegins(begin: string): void {
  const isMeant = (name: string): boolean => name.startsWith(PREFIX + begin);
  try {
    for (const name of Object.keys(localStorage)) if (isMeant(name)) localStorage.removeItem(name);
  } catch {
    // Local storage may be blocked; then everything lies in memory.
  }
  for (const name of [...memory.keys()]) if (isMeant(name)) memory.delete(name);
}

/** The raw name in local storage, for `storage` events of other browser tabs. */
export function storedName(key: string): string {
  return PREFIX + key;
}
