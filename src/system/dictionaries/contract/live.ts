/** A message to all open consoles: words of dictionaries have changed and are fetched anew. */
export const DICTIONARIES_CHANGED = 'dictionaries';
