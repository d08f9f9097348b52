import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Button } from '#ui/button/button.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { type JobRun, scheduledJobEndpoints } from '../contract/endpoints.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { Outcome } from './job-cells.tsx';

const AT_ONCE = 10;
const SECOND_MS = 1_000;
const PERCENT = 100;
/** Shorter ones are still seen. */
const SHORTEST_BAR = 2;

/** The log of a job, the newest run first, each with a bar as long as it took. */
export function JobRuns({ id }: { id: string }) {
  const { t } = useTranslation('scheduled-jobs');
  const [pageNo, setPageNo] = useState(1);
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ['scheduled-jobs', 'runs', id, pageNo],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(scheduledJobEndpoints.runs, { id, pageNo, pageSize: AT_ONCE }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === scheduledJobs.name && message.id === id,
    refresh: async () => {
      await queryClient.invalidateQueries({ queryKey: ['scheduled-jobs', 'runs', id] });
      await queryClient.invalidateQueries({ queryKey: ['scheduled-jobs', 'one', id] });
    },
  });
  return (
    <section className="job-runs">
      <h3>{t('run.title')}</h3>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ records, pages }) => {
          const longest = Math.max(...records.map(({ durationMs }) => durationMs ?? 0), 1);
          if (records.length === 0) return <p className="quiet">{t('run.none')}</p>;
          return (
            <>
              <ol>
                {records.map((run) => (
                  <Run key={run.id} run={run} longest={longest} />
                ))}
              </ol>
              {pages > 1 && (
                <div className="button-group">
                  <Button small disabled={pageNo === 1} onClick={() => setPageNo(pageNo - 1)}>
                    {t('run.newer')}
                  </Button>
                  <Button small disabled={pageNo >= pages} onClick={() => setPageNo(pageNo + 1)}>
                    {t('run.older')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Run({ run, longest }: { run: JobRun; longest: number }) {
  const { t } = useTranslation('scheduled-jobs');
  const { slot, askedBy, outcome, durationMs, text, server } = run;
  const said = outcome === 'skipped' ? t('run.skipped') : text;
  return (
    <li>
      <div className="job-run-head">
        <Outcome of={outcome} />
        <Time at={slot} part="second" zone="never" />
        <small className="quiet" {...(server ? { 'data-tip': t('run.server', { name: server }) } : {})}>
          {askedBy === '' ? t('run.clock') : t('run.hand', { name: askedBy })}
        </small>
      </div>
      {durationMs !== null && outcome !== 'skipped' && <Bar ms={durationMs} longest={longest} />}
      {said && <p className={outcome === 'failed' ? 'field-fault' : 'quiet'}>{said}</p>}
    </li>
  );
}

function Bar({ ms, longest }: { ms: number; longest: number }) {
  const { t } = useTranslation('scheduled-jobs');
  const language = useLanguage();
  const isShort = ms < SECOND_MS;
  const words = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isShort ? 'millisecond' : 'second',
    maximumFractionDigits: isShort ? 0 : 1,
  }).format(isShort ? ms : ms / SECOND_MS);
  const width = Math.max(SHORTEST_BAR, Math.round((ms / longest) * PERCENT));
  return (
    <div className="job-run-bar">
      <span aria-hidden="true">
        <i style={{ inlineSize: `${width}%` }} />
      </span>
      <small>
        <span className="visually-hidden">{t('run.duration')} </span>
        {words}
      </small>
    </div>
  );
}
