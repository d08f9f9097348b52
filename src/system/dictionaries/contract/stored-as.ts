/** Where the browser keeps the dictionaries of the login answer for seven days (system-api.md 6.8). */
export const DICTIONARIES_STORED_AS = 'UI_CACHE_DB_DICT_DATA';
/** The language of their words: after a switch they are fetched anew. */
export const DICTIONARIES_LANGUAGE_STORED_AS = 'UI_CACHE_DB_DICT_LANGUAGE';
