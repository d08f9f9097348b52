import { recordsPage } from '#system/records/web/page.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { announcementForm, announcementPage } from '../contract/addresses.ts';
import { announcements } from '../contract/announcements.ts';
import { PhaseTag } from './phase-tag.tsx';
import { type Releasable, releaseAction } from './release-announcement.ts';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'draft', request: { sendStatus: '0' } },
  { key: 'released', request: { sendStatus: '1' } },
  { key: 'revoked', request: { sendStatus: '2' } },
];

export default recordsPage(announcements, {
  icon: 'message',
  views: VIEWS,
  shown: ['titile', 'sendStatus', 'priority', 'msgType', 'startTime', 'endTime', 'sendTime'],
  widths: { titile: 280, sendStatus: 128, priority: 96, msgType: 120 },
  cells: { sendStatus: (row) => <PhaseTag of={row} /> },
  pageOf: announcementPage,
  formPage: announcementForm,
  rowActions: (row, t) => [releaseAction(row as Releasable, t)],
});
