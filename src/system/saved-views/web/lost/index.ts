// A door of its own: hardly any list shows it.
export { LostFilters, type LostFiltersProps } from './lost-filters.tsx';
