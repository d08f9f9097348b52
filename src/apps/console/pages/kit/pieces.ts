import type { ComponentType } from 'react';
import { Buttons, Links, LiveControls, Menus, Pages, Segments, TabStrips, Tips } from './actions.tsx';
import {
  Amounts,
  Avatars,
  Descriptions,
  Drawings,
  Entries,
  Icons,
  RecordNumbers,
  States,
  Tags,
  Timelines,
  Times,
  Trees,
} from './facts.tsx';
import { Dates, Documents, Fields, Pickers, Pictures, Selects, Texts } from './fields.tsx';
import { Bars, Charts, Tiles } from './figures.tsx';
import { Confirms, Dialogs, Forms, Messages, Panels } from './layers.tsx';
import { Bilinguals, ImageLists, Rates, TimeWindows, TreeSelects, Weekdays } from './more-fields.tsx';
import { Answers, Boxes, Cards, Empties, Failures, Skeletons } from './places.tsx';
import { RowFields, Sortables } from './rows.tsx';
import { QrCodes, Switches, TreeTables } from './switches.tsx';
import { Lists, Tables } from './tables.tsx';

/** What is looked at on the kit's page, by its folder in `src/ui`. */
export const PIECES: Readonly<Record<string, ComponentType>> = {
  avatar: Avatars,
  button: Buttons,
  card: Cards,
  chart: Charts,
  confirm: Confirms,
  'copy-link': Links,
  date: Dates,
  'description-list': Descriptions,
  dialog: Dialogs,
  drawing: Drawings,
  empty: Empties,
  'error-state': Failures,
  fields: Fields,
  'form-dialog': Forms,
  icon: Icons,
  'image-field': Pictures,
  'json-editor': Documents,
  'live-control': LiveControls,
  loaded: Answers,
  menu: Menus,
  money: Amounts,
  pagination: Pages,
  picker: Pickers,
  progress: Bars,
  'record-list': Lists,
  'record-number': RecordNumbers,
  'record-table': Tables,
  'rich-text': Texts,
  'scroll-box': Boxes,
  segmented: Segments,
  select: Selects,
  'side-panel': Panels,
  skeleton: Skeletons,
  'stat-tile': Tiles,
  status: States,
  tabs: TabStrips,
  tag: Tags,
  time: Times,
  timeline: Timelines,
  toast: Messages,
  tooltip: Tips,
  tree: Trees,
  // behind the others, whose places stay
  rows: RowFields,
  sortable: Sortables,
  weekdays: Weekdays,
  'time-window': TimeWindows,
  rate: Rates,
  bilingual: Bilinguals,
  'tree-select': TreeSelects,
  'image-list': ImageLists,
  switch: Switches,
  'qr-code': QrCodes,
  'tree-table': TreeTables,
  'entry-list': Entries,
};
