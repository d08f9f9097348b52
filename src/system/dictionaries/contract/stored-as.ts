/** Where the browser keeps the dictionaries of the login answer for seven days (system-api.md 6.8). */
export const DICTIONARIES_STORED_AS = 'UI_CACHE_DB_DICT_DATA';
