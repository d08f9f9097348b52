export const DICTIONARY_LIST = '/isystem/dict';
export const REMOVED_DICTIONARIES = '/isystem/dict/bin';
