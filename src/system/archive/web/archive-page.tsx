import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { call } from '#platform/http/web/call.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { followLink } from '#system/transfers/web/index.ts';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import type { ListView } from '#ui/record-list/list-state.ts';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { type ArchiveMonth, archiveMonths } from '../contract/archive-months.ts';
import { archiveEndpoints } from '../contract/endpoints.ts';
import { restoreRows } from './restore-rows.ts';

const VIEWS: readonly ListView[] = [{ key: 'all' }, { key: 'restored', request: { state: 'restored' } }];
const TONES: Readonly<Record<ArchiveMonth['state'], Tone>> = {
  archived: 'neutral',
  restoring: 'warning',
  restored: 'success',
};

/** Months of old rows: how much there is, and bringing it back. */
export default recordsPage(archiveMonths, {
  icon: 'archive',
  views: VIEWS,
  shown: ['month', 'kind', 'state', 'rowCount', 'sizeBytes', 'archivedAt', 'restoredBy', 'restoredUntil'],
  widths: { month: 104, kind: 200, state: 240, rowCount: 120, sizeBytes: 104, restoredBy: 160 },
  cells: {
    state: (row) => <State row={row} />,
    sizeBytes: (row) => sizeText(row.sizeBytes),
  },
  rowActions: (row, t) => actionsOf(row, t),
});

function State({
  row: { state, rowCount, restoredCount, unreadable },
}: {
  row: Pick<ArchiveMonth, 'state' | 'rowCount' | 'restoredCount' | 'unreadable'>;
}) {
  const { t } = useTranslation('archive');
  const percent = restoredCount / Math.max(rowCount + restoredCount, 1);
  return (
    <>
      <Tag tone={TONES[state]}>
        <DictionaryText code="archive_state" value={state} />
      </Tag>
      {unreadable > 0 && <Tag tone="danger">{t('unreadable', { count: unreadable })}</Tag>}
      {state === 'restoring' && <span className="quiet"> {t('progress', { percent })}</span>}
    </>
  );
}

type Row = Pick<ArchiveMonth, 'id' | 'month' | 'state' | 'rowCount'>;

/** All of it: an erasure brings back single files. */
const isBack = ({ state, rowCount }: Row): boolean => state === 'restored' && rowCount === 0;

function actionsOf(row: Row, t: TFunction): RowAction[] {
  const restore: RowAction = {
    ...{ key: 'restore', icon: 'archive', by: archiveEndpoints.restore },
    label: t(isBack(row) ? 'restore.again' : 'restore.button'),
    // the list follows by the live stream
    onSelect: () => void restoreRows({ ...row, isBack: isBack(row) }, t),
  };
  const download: RowAction = {
    ...{ key: 'download', icon: 'download', label: t('download.button'), by: archiveEndpoints.link },
    onSelect: () => void downloadRow(row),
  };
  return [...(row.state === 'restoring' ? [] : [restore]), ...(row.rowCount > 0 ? [download] : [])];
}

async function downloadRow({ id }: Pick<ArchiveMonth, 'id'>): Promise<void> {
  const { path } = await call(archiveEndpoints.link, { id });
  followLink(path);
}
