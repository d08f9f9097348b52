export { followDictionaries } from './follow-dictionaries.ts';
