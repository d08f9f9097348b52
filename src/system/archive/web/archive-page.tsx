import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { call } from '#platform/http/web/call.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { followLink } from '#system/transfers/web/index.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import type { ListView } from '#ui/record-list/list-state.ts';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type ArchiveMonth, archiveMonths } from '../contract/archive-months.ts';
import { archiveEndpoints } from '../contract/endpoints.ts';

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
  widths: { month: 104, kind: 200, state: 184, rowCount: 120, sizeBytes: 104, restoredBy: 160 },
  cells: {
    state: (row) => <State row={row} />,
    sizeBytes: (row) => sizeText(row.sizeBytes),
  },
  rowActions: (row, t) => actionsOf(row, t),
});

function State({
  row: { state, rowCount, restoredCount },
}: {
  row: Pick<ArchiveMonth, 'state' | 'rowCount' | 'restoredCount'>;
}) {
  const { t } = useTranslation('archive');
  const percent = restoredCount / Math.max(rowCount + restoredCount, 1);
  return (
    <>
      <Tag tone={TONES[state]}>
        <DictionaryText code="archive_state" value={state} />
      </Tag>
      {state === 'restoring' && <span className="quiet"> {t('progress', { percent })}</span>}
    </>
  );
}

type Row = Pick<ArchiveMonth, 'id' | 'month' | 'state' | 'rowCount'>;

function actionsOf(row: Row, t: TFunction): RowAction[] {
  const restore: RowAction = {
    ...{ key: 'restore', icon: 'archive', by: archiveEndpoints.restore },
    label: t(row.state === 'restored' ? 'restore.again' : 'restore.button'),
    onSelect: () => void restoreRow(row, t),
  };
  const download: RowAction = {
    ...{ key: 'download', icon: 'download', label: t('download.button'), by: archiveEndpoints.link },
    onSelect: () => void downloadRow(row),
  };
  return [...(row.state === 'restoring' ? [] : [restore]), ...(row.rowCount > 0 ? [download] : [])];
}

/** The list follows by the live stream. */
async function restoreRow({ id, month, state }: Row, t: TFunction): Promise<void> {
  const isBack = state === 'restored';
  if (
    !isBack &&
    !(await confirm({ title: t('restore.title', { month }), body: t('restore.body'), verb: t('restore.verb') }))
  )
    return;
  const answer = await call(archiveEndpoints.restore, { id }, { idempotencyKey: crypto.randomUUID() }).then(
    () => true,
    () => false,
  );
  if (answer) toast.success(t(isBack ? 'restore.longer' : 'restore.done', { month }));
}

async function downloadRow({ id }: Pick<ArchiveMonth, 'id'>): Promise<void> {
  const { path } = await call(archiveEndpoints.link, { id });
  followLink(path);
}
