export { ConditionLines } from './advanced/condition-lines.tsx';
export { FilterBar } from './filter-bar.tsx';
export type { ListPanel } from './list-panel.tsx';
export { RecordListPage, type RecordListPageProps } from './record-list-page.tsx';
export { SearchBox } from './search-box.tsx';
