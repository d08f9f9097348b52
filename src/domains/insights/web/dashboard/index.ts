// Parts of dashboards, for the pages of other slices. Apart from `insightsWeb`, which comes with the frame of every page.

export { useAxisWords } from '../overview/axis-words.ts';
export { pointsBehind } from '../statistics/rows-behind.ts';
export { BarList, type BarRow } from './bar-list.tsx';
export { type DashboardChoice, useDashboardChoice } from './choice.ts';
export { DashboardPage } from './dashboard-page.tsx';
export { FileButton } from './file-button.tsx';
export { HeatMap } from './heat-map.tsx';
export { oldestOf, useFigures } from './use-figures.ts';
