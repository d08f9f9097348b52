/** A message to all open consoles: texts of a language (`id`), or the languages themselves, have changed. */
export const TEXTS_CHANGED = 'texts';
