import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Pagination } from '#ui/pagination/pagination.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import type { CopyRun } from '../contract/copy-run.ts';
import { menuCopyEndpoints } from '../contract/endpoints.ts';
import { CountWords } from './count-words.tsx';
import { runState, runStateTags } from './run-state.ts';

/** Copies from and to this tenant. */
export function RunList({ onOpen }: { onOpen: (run: CopyRun) => void }) {
  const { t } = useTranslation('menu-copy');
  const [{ pageNo, pageSize }, setPage] = useState({ pageNo: 1, pageSize: 10 });
  const query = useQuery({
    queryKey: ['menu-copy', 'runs', pageNo, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(menuCopyEndpoints.runs, { pageNo, pageSize }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('runs.title')}>
      <Loaded query={query} skeleton={<SkeletonLines lines={4} />}>
        {({ records, total }) =>
          records.length === 0 ? (
            <p className="quiet">{t('runs.none')}</p>
          ) : (
            <>
              <RunRows runs={records} onOpen={onOpen} />
              {total > pageSize && (
                <Pagination
                  page={pageNo}
                  size={pageSize}
                  total={total}
                  onPage={(page) => setPage({ pageNo: page, pageSize })}
                  onSize={(size) => setPage({ pageNo: 1, pageSize: size })}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function RunRows({ runs, onOpen }: { runs: readonly CopyRun[]; onOpen: (run: CopyRun) => void }) {
  const { t } = useTranslation('menu-copy');
  return (
    <ScrollBox label={t('runs.title')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('runs.at')}</th>
            <th scope="col">{t('runs.what')}</th>
            <th scope="col">{t('runs.from')}</th>
            <th scope="col">{t('runs.to')}</th>
            <th scope="col">{t('runs.by')}</th>
            <th scope="col">{t('runs.state')}</th>
            <th scope="col">{t('runs.result')}</th>
            <th scope="col">
              <span className="hidden-text">{t('runs.open')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td className="menu-copy-time">
                <Time at={run.createdAt} />
              </td>
              <td>{t(`runs.${run.kind}`)}</td>
              <td>{run.kind === 'clean' ? '–' : (run.sourceTenantName ?? t('runs.other'))}</td>
              <td>{run.tenantName}</td>
              <td>{run.requestedBy}</td>
              <td>
                <StatusTag of={runStateTags} code={runState(run)} />
              </td>
              <td>
                <CountWords counts={run.counts} />
              </td>
              <td>
                <Button small kind="link" onClick={() => onOpen(run)}>
                  {t('runs.open')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
