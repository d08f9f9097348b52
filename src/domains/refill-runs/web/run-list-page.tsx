import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { NEW_REFILL_RUN, REFILL_FILLS, refillRunPage } from '../contract/addresses.ts';
import { refillRunEndpoints } from '../contract/endpoints.ts';
import { type ListedRun, refillRuns } from '../contract/refill-runs.ts';
import { runStateTags } from './run-tags.ts';
import './refill-runs.css';

const column = columnsFor<ListedRun>();

/** Tours of people who fill robots up, newest first. */
export default recordsPage(refillRuns, {
  icon: 'truck',
  shown: ['name', 'state', 'assignedName', 'plannedFor', 'progress', 'skipped', 'conflicts', 'createdAt', 'endedAt'],
  widths: { state: 136, assignedName: 160, robots: 96, filled: 88, skipped: 96, conflicts: 112 },
  moreColumns: [column.custom('progress', (row) => <Done row={row} />, { width: 160 })],
  views: [{ key: 'open', request: { state: 'planned,running' } }, { key: 'all' }],
  cells: {
    name: (row) => <Link to={refillRunPage(row.id)}>{row.name}</Link>,
    state: (row) => <StatusTag of={runStateTags} code={row.state} />,
  },
  pageOf: refillRunPage,
  actions: Actions,
});

function Done({ row }: { row: ListedRun }) {
  const { t } = useTranslation('refill-runs');
  const label = t('detail.progress', { done: row.filled + row.skipped, all: row.robots });
  return (
    <span className="refill-progress" data-tip={label}>
      <Progress label={label} value={row.filled + row.skipped} max={row.robots} tone="success" />
    </span>
  );
}

function Actions() {
  const { t } = useTranslation('refill-runs');
  return (
    <>
      <ButtonLink icon="list" to={REFILL_FILLS}>
        {t('fills.open')}
      </ButtonLink>
      <ActionButton
        kind="primary"
        action={{ key: 'new', label: t('new.button'), icon: 'plus', by: refillRunEndpoints.assign, to: NEW_REFILL_RUN }}
      />
    </>
  );
}
