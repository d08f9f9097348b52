// A door of its own: hardly any list shows it.
export { LostFilters } from './lost-filters.tsx';
