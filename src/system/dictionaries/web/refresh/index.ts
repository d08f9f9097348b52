export { refreshDictionaries } from './refresh-dictionaries.ts';
