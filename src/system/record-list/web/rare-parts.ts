// What hardly any list shows: most have rows, and their views lost no filter. One file, for each way to a file costs every list.
export { LostFilters } from '#system/saved-views/web/lost/index.ts';
export { EmptyList } from './empty-list.tsx';
