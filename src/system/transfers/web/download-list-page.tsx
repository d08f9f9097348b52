import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { type ExportJob, VIEW_ALL_EXPORTS } from '#platform/exports/contract/export-job.ts';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Progress } from '#ui/progress/progress.tsx';
import { choiceFilter } from '#ui/record-list/filters.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Time } from '#ui/time/time.tsx';
import { downloadFile } from './download-file.ts';
import { sizeText } from './size-text.ts';
import './transfers.css';

const STATES = { creating: 'info', created: 'success', failed: 'danger' } as const;
const stateTags = statusTags('transfers:state', { ...STATES, waiting: 'neutral' });
const column = columnsFor<ExportJob>();

const COLUMNS = [
  column.custom('name', (row) => <FileName row={row} />, {
    width: 344,
    tight: 264,
    card: 'identity',
    value: (row) => `${row.fileName} ${row.state}`,
  }),
  column.custom('range', (row) => <Range row={row} />, { width: 208, hidden: true, whole: true }),
  column.custom('state', (row) => <State row={row} />, {
    width: 320,
    tight: 176,
    card: 'status',
    value: (row) => `${row.state} ${row.isWaiting} ${row.percent}`,
  }),
  column.custom('rows', (row) => <Figure value={row.rows} />, {
    width: 92,
    tight: 80,
    align: 'end',
    card: 'fact',
    value: (row) => row.rows,
  }),
  column.custom('columns', (row) => <ColumnCount row={row} />, { width: 110, hidden: true }),
  column.custom('size', (row) => <Size row={row} />, { width: 88, tight: 84, align: 'end', card: 'fact' }),
  column.time('createdAt', { card: 'fact' }),
  column.time('keptUntil', { part: 'day', width: 140 }),
];

/** With whose each file is. */
const COLUMNS_OF_ALL = [...COLUMNS, column.text('requestedByName', { width: 160, card: 'fact' })];

const FILTERS = { state: choiceFilter(statusTags('transfers:state', STATES), { promoted: true }) };
const ownerTags = statusTags('transfers:owner', { own: 'neutral', all: 'neutral' });
/** For whoever sees the files of everybody. */
const FILTERS_OF_ALL = { owner: choiceFilter(ownerTags, { promoted: true }), ...FILTERS };
const SEES_ALL = { permission: VIEW_ALL_EXPORTS };

/** The reader's own files: how far they are, why one failed, and where to fetch them (practice 15). */
export default function DownloadListPage() {
  const { t } = useTranslation('transfers');
  const seesAll = useCan(SEES_ALL);
  const list = useRecordList(exportEndpoints.page, {
    namespace: 'transfers',
    name: 'downloads',
    rowId: 'id',
    columns: seesAll ? COLUMNS_OF_ALL : COLUMNS,
    filters: seesAll ? FILTERS_OF_ALL : FILTERS,
    live: 'export',
  });
  const retry = useMutation({
    mutationFn: (id: string) => call(exportEndpoints.retry, { id }),
    onSettled: () => list.refresh(),
  });
  const fetchFile = useMutation({ mutationFn: downloadFile });
  const remove = useMutation({
    mutationFn: (id: string) => call(exportEndpoints.remove, { id }),
    onMutate: (id) => void removed.current.add(id),
    onSuccess: (_, id) => {
      if (list.state.panel === id) list.change({ panel: undefined }, { replace: true });
    },
    onSettled: () => list.refresh(),
  });
  // rows that others took away stay, dimmed; what the reader throws away goes at once
  const removed = useRef(new Set<string>());
  const { gone, showFresh } = list;
  useEffect(() => {
    if (!removed.current.isDisjointFrom(gone)) showFresh();
  }, [gone, showFresh]);
  const askToRemove = async (row: ExportJob) => {
    const isMade = row.state !== 'creating';
    const agreed = await confirm({
      title: t(isMade ? 'downloads.removeTitle' : 'downloads.stopTitle', { name: row.fileName }),
      body: t('downloads.removeBody'),
      verb: t(isMade ? 'downloads.remove' : 'downloads.stop'),
      danger: true,
    });
    if (agreed) remove.mutate(row.id);
  };
  return (
    <RecordListPage
      list={list}
      title={t('downloads.title')}
      rowActions={(row) => [
        row.state === 'failed' && row.isOwn
          ? { key: 'retry', label: t('downloads.retry'), onSelect: () => retry.mutate(row.id) }
          : {
              key: 'download',
              label: t('downloads.download'),
              disabled: row.state !== 'created',
              reason: t('downloads.notYet'),
              onSelect: () => fetchFile.mutate(row.id),
            },
        {
          disabled: !row.isOwn,
          reason: t('downloads.ofAnother'),
          key: 'remove',
          label: t(row.state === 'creating' ? 'downloads.stop' : 'downloads.remove'),
          danger: true,
          onSelect: () => void askToRemove(row),
        },
      ]}
      panel={{
        title: (_, row) => (row ? <FileName row={row} /> : ''),
        content: (id, row) => <FileWords id={id} row={row} />,
      }}
      empty={
        <Empty icon="download" title={t('downloads.empty')}>
          {t('downloads.emptyHint')}
        </Empty>
      }
    />
  );
}

/** What the file is made of, for a user who finds it days later. */
function FileWords({ id, row }: { id: string; row: ExportJob | undefined }) {
  const { t, i18n } = useTranslation('transfers');
  const { data } = useQuery({
    queryKey: ['transfers', 'words', id],
    queryFn: ({ signal }) => call(exportEndpoints.words, { id }, { signal, notices: 'none' }),
  });
  if (!data) return null;
  const { columns, filters, timeZone } = data;
  return (
    <DescriptionList
      columns={1}
      facts={[
        row?.failure != null && { term: t('state.failed'), value: t(`failure.${row.failure}`) },
        row !== undefined && { term: t('field.range'), value: <Range row={row} /> },
        row?.format === 'csv' && { term: t('export.separator'), value: t(`separator.${row.separator}`) },
        ...filters.map(({ label, value }, at) => ({ key: `${at} ${label}`, term: label, value })),
        filters.length === 0 && { term: t('export.filters'), value: t('export.noFilters') },
        { term: t('downloads.timeZone'), value: timeZone },
        { term: t('field.columns'), value: joinWords(columns, i18n.language) },
      ].filter((fact) => fact !== false)}
    />
  );
}

/** A file that is there is fetched by its name. */
function FileName({ row: { id, fileName, state } }: { row: ExportJob }) {
  const fetchFile = useMutation({ mutationFn: downloadFile });
  if (state !== 'created') return <strong className="record-identity">{fileName}</strong>;
  return (
    <Button kind="link" busy={fetchFile.isPending} onClick={() => fetchFile.mutate(id)}>
      {fileName}
    </Button>
  );
}

function State({ row }: { row: ExportJob }) {
  const { t } = useTranslation('transfers');
  if (row.state !== 'creating')
    return (
      <>
        <StatusTag of={stateTags} code={row.state} /> {row.failure && t(`failure.${row.failure}`)}
      </>
    );
  if (row.isWaiting) return <StatusTag of={stateTags} code="waiting" />;
  return (
    <span className="transfer-progress">
      <Progress label={t('state.creating')} value={row.percent ?? 0} />
      {row.percent === null ? t('state.creating') : `${row.percent}%`}
    </span>
  );
}

/** Days on the tenant's clocks, whose end is not part of the range. */
function Range({ row }: { row: ExportJob }) {
  const { createdFrom, createdTo } = row.request;
  if (typeof createdFrom !== 'string' || typeof createdTo !== 'string') return '–';
  const last = new Date(Date.parse(createdTo) - 1).toISOString();
  return (
    <>
      <Time at={createdFrom} part="day" zone="never" /> – <Time at={last} part="day" zone="never" />
    </>
  );
}

function ColumnCount({ row }: { row: ExportJob }) {
  const { t } = useTranslation('transfers');
  return t('downloads.columnCount', { count: row.columns.length });
}

function Figure({ value }: { value: number }) {
  const language = useLanguage();
  return <span className="figures">{value.toLocaleString(language)}</span>;
}

function Size({ row }: { row: ExportJob }) {
  const language = useLanguage();
  return <span className="figures">{row.size === null ? '–' : sizeText(row.size, language)}</span>;
}
