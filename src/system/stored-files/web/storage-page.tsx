import type { TFunction } from 'i18next';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { StoredPicture } from '#ui/image-field/stored-picture.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import type { ListView } from '#ui/record-list/list-state.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { storedFileEndpoints } from '../contract/endpoints.ts';
import { type StoredFileRow, storedFiles } from '../contract/stored-files.ts';
import { SpaceCard } from './space-card.tsx';
import './storage.css';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  // any time at all: what a record shows has none
  { key: 'unused', request: { unusedSince_begin: '2000-01-01 00:00:00' } },
];

/** The files of the tenant, and the space that they take. */
export default recordsPage(storedFiles, {
  icon: 'image',
  tiles: SpaceCard,
  views: VIEWS,
  shown: ['url', 'label', 'kind', 'sizeBytes', 'uses', 'uploadedByName', 'createdAt', 'unusedSince'],
  widths: { url: 72, label: 240, kind: 128, sizeBytes: 96, uses: 112, uploadedByName: 144 },
  facts: ['label', 'kind', 'uploadedByName', 'createdAt', 'unusedSince'],
  cells: {
    url: (row) => <Thumbnail row={row} />,
    sizeBytes: (row) => sizeText(row.sizeBytes),
    uses: (row) => <Uses count={row.uses} />,
  },
  above: (row) => <Whole row={row} />,
  rowActions: (row, t) => (row.unusedSince === null ? [] : [removeAction(row, t)]),
});

function Thumbnail({ row }: { row: Pick<StoredFileRow, 'url'> }) {
  return <FileOf row={row} label="" className="stored-file-small" isLazy />;
}

type Look = Omit<ComponentProps<typeof StoredPicture>, 'path'>;

/** The list has whole addresses under the server's root; the console is there too. */
function FileOf({ row: { url }, ...look }: Look & { row: Pick<StoredFileRow, 'url'> }) {
  return <StoredPicture path={new URL(url, location.href).href} {...look} />;
}

type Shown = Pick<StoredFileRow, 'url' | 'label' | 'width' | 'height' | 'sizeBytes' | 'uses'>;

function Whole({ row }: { row: Shown }) {
  const { t } = useTranslation('stored-files');
  const { width, height, sizeBytes, uses: count } = row;
  return (
    <figure className="stored-file">
      <FileOf row={row} label={row.label} className="stored-file-whole" canPlay />
      <figcaption className="quiet">{t('facts', { width, height, size: sizeText(sizeBytes), count })}</figcaption>
    </figure>
  );
}

function Uses({ count }: { count: number }) {
  const { t } = useTranslation('stored-files');
  return t('uses', { count });
}

const removeAction = (row: Pick<StoredFileRow, 'id' | 'label'>, t: TFunction): RowAction => ({
  ...{ key: 'remove', label: t('remove.button'), icon: 'trash', danger: true, by: storedFileEndpoints.remove },
  onSelect: () => void remove(row, t),
});

/** The list follows by the live stream. */
async function remove({ id, label }: Pick<StoredFileRow, 'id' | 'label'>, t: TFunction): Promise<void> {
  const isAgreed = await confirm({
    ...{ title: t('remove.title', { name: label }), body: t('remove.body'), verb: t('remove.verb'), danger: true },
  });
  if (!isAgreed) return;
  const answer = await call(storedFileEndpoints.remove, { id }, { idempotencyKey: crypto.randomUUID() }).then(
    () => true,
    () => false,
  );
  if (answer) toast.success(t('remove.done', { name: label }));
}
