import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { fleetChangePage, NEW_CHANGE } from '../contract/addresses.ts';
import { fleetChangeEndpoints } from '../contract/endpoints.ts';
import { fleetChanges, type ListedChange } from '../contract/fleet-changes.ts';
import { changeStateTags } from './change-tags.ts';
import './fleet-changes.css';

const column = columnsFor<ListedChange>();

/** Changes of many robots, newest first. */
export default recordsPage(fleetChanges, {
  icon: 'upload',
  shown: ['reason', 'kind', 'state', 'progress', 'robots', 'bad', 'requestedByName', 'createdAt', 'endedAt'],
  widths: { kind: 152, state: 168, robots: 96, bad: 136, requestedByName: 152 },
  moreColumns: [column.custom('progress', (row) => <Told row={row} />, { width: 168 })],
  views: [{ key: 'all' }, { key: 'open', request: { state: 'running,stopped,taking_back' } }],
  cells: {
    reason: (row) => <Link to={fleetChangePage(row.id)}>{row.reason}</Link>,
    state: (row) => <StatusTag of={changeStateTags} code={row.state} />,
  },
  pageOf: fleetChangePage,
  actions: NewChange,
});

function Told({ row }: { row: ListedChange }) {
  const { t } = useTranslation('fleet-changes');
  const label = t('detail.told', { done: row.done, all: row.robots });
  return (
    <span className="fleet-told" data-tip={label}>
      <Progress
        label={label}
        value={row.done}
        max={row.robots}
        tone={row.state === 'stopped' ? 'danger' : row.state === 'taken_back' ? 'warning' : 'success'}
      />
    </span>
  );
}

function NewChange() {
  const { t } = useTranslation('fleet-changes');
  return (
    <ActionButton
      kind="primary"
      action={{ key: 'new', label: t('new.button'), icon: 'plus', by: fleetChangeEndpoints.start, to: NEW_CHANGE }}
    />
  );
}
