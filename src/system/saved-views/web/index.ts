export { type ListViews, useListViews, type ViewedList } from './use-list-views.ts';
export { ViewEdits, ViewMenu } from './view-actions.tsx';
export { hasStrip, ViewStrip } from './view-strip.tsx';
