import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import type { ImportJob, ImportRow } from '#platform/imports/contract/import-job.ts';
import { Card } from '#ui/card/card.tsx';
import type { PageSize } from '#ui/pagination/page-sizes.ts';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import type { ImportPageProps } from './import-page.tsx';

const resultTags = statusTags('transfers:result', {
  done: 'success',
  failed: 'danger',
  running: 'info',
  'left-out': 'neutral',
});

type Only = 'all' | 'bad' | 'failed';

/** The rows as they stand in the file; what is wrong stands under the cell that it is about. */
export function ImportRows({ job, columns }: { job: ImportJob; columns: ImportPageProps['columns'] }) {
  const { t } = useTranslation('transfers');
  const isLooking = job.state === 'checked';
  const [only, setOnly] = useState<Only>(isLooking && job.bad > 0 ? 'bad' : job.failed > 0 ? 'failed' : 'all');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<PageSize>(50);
  const { data } = useQuery({
    queryKey: ['transfers', 'import', job.id, 'rows', only, page, size, job.done + job.failed],
    queryFn: ({ signal }) =>
      call(
        importEndpoints.rows,
        { id: job.id, pageNo: page, pageSize: size, ...(only === 'all' ? {} : { only }) },
        { signal, notices: 'none' },
      ),
    placeholderData: keepPreviousData,
  });
  const choices = [
    { value: 'all' as const, label: t('import.allRows', { count: job.rows }) },
    { value: 'bad' as const, label: t('import.badRows', { count: job.bad }) },
    ...(isLooking ? [] : [{ value: 'failed' as const, label: t('import.failedRows', { count: job.failed }) }]),
  ];
  const shown = columns.filter(({ key }) => job.columns.includes(key));
  return (
    <Card
      flush
      className="import-rows"
      title={t('import.rows')}
      extra={
        <Segmented
          label={t('import.rows')}
          options={choices}
          value={only}
          onChange={(next) => {
            setOnly(next);
            setPage(1);
          }}
        />
      }
    >
      <ScrollBox label={t('import.rows')}>
        <table className="import-table">
          <thead>
            <tr>
              <th scope="col" className="end">
                {t('field.rowNo')}
              </th>
              {shown.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
              {!isLooking && <th scope="col">{t('field.result')}</th>}
            </tr>
          </thead>
          <tbody>
            {data?.records.map((row) => (
              <Row key={row.rowNo} row={row} columns={shown} hasResult={!isLooking} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {data?.records.length === 0 && <p className="quiet import-none">{t('import.noRows')}</p>}
      <footer className="import-foot">
        <Pagination page={page} size={size} total={data?.total} onPage={setPage} onSize={setSize} />
      </footer>
    </Card>
  );
}

function Row({ row, columns, hasResult }: { row: ImportRow; columns: ImportPageProps['columns']; hasResult: boolean }) {
  const { t } = useTranslation('transfers');
  return (
    <tr className={row.faults.length > 0 ? 'import-row-bad' : undefined}>
      <td className="end figures">{row.rowNo}</td>
      {columns.map(({ key }) => {
        const fault = row.faults.find(({ column }) => column === key);
        return (
          <td key={key}>
            {row.cells[key] || '–'}
            {fault && <div className="import-fault">{fault.message}</div>}
          </td>
        );
      })}
      {hasResult && (
        <td>
          <StatusTag of={resultTags} code={row.result ?? 'left-out'} />
          {row.message && (
            <div className={row.result === 'done' ? 'quiet' : 'import-fault'} data-tip={t('field.reason')}>
              {row.message}
            </div>
          )}
        </td>
      )}
    </tr>
  );
}
