import { LostFilters, type LostFiltersProps } from '#system/saved-views/web/lost/index.ts';
import { EmptyList, type EmptyListProps } from './empty-list.tsx';

export type RarePartProps = LostFiltersProps | EmptyListProps;

/** What hardly any list shows: most have rows, and their views lost no filter. One file, for each way to a file costs every list. */
export default function RarePart(props: RarePartProps) {
  return 'names' in props ? <LostFilters {...props} /> : <EmptyList {...props} />;
}
