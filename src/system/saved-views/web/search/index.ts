export { viewSearcher } from './search-views.ts';
