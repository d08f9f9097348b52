import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { sendWithProgress } from '#platform/files/web/send-with-progress.ts';
import { CallError, call, type Transport } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { importEndpoints } from '#platform/imports/contract/endpoints.ts';
import type { ImportJob, ImportLimits, ImportMode } from '#platform/imports/contract/import-job.ts';
import { onLiveResync, useLive } from '#platform/live/web/live.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportSource } from './import-source.tsx';
import './transfers.css';

export interface ImportPageProps {
  /** `robots`. */
  kind: string;
  /** The parameter of the address with the import's id: `id` by default, another where the page is also a list. */
  param?: string;
  title: string;
  /** Columns that a file may have, with their names. */
  columns: readonly { readonly key: string; readonly label: string }[];
  /** What a reader should know before: one or two sentences. */
  intro: ReactNode;
  limits: ImportLimits;
  /** Sends the file to the call that looks at it. */
  check: (file: { field: string; blob: Blob; name: string }, options: { transport: Transport }) => Promise<ImportJob>;
  /** The list that has the new records. */
  list: { readonly to: string; readonly label: string };
}

/** A table from outside in three steps: choose it, look at every row, take it over. The step is that of the import in the address. */
export default function ImportPage(props: ImportPageProps) {
  const { t } = useTranslation('transfers');
  const [params, setParams] = useSearchParams();
  const { param = 'id' } = props;
  const id = params.get(param) || undefined;
  const queryClient = useQueryClient();
  const query = useImport(id);
  const open = (next: string | undefined) =>
    setParams(next === undefined && param === 'id' ? {} : { [param]: next ?? '' });
  const [sent, setSent] = useState(0);
  const check = useMutation({
    mutationFn: (file: File) =>
      props.check(
        { field: 'file', blob: file, name: file.name },
        { transport: sendWithProgress((part) => setSent(part)) },
      ),
    onMutate: () => setSent(0),
    onSuccess: (job) => {
      queryClient.setQueryData(importKey(job.id), job);
      open(job.id);
    },
  });
  const job = id === undefined ? undefined : query.data;
  const fault = check.error instanceof CallError ? check.error.message : undefined;
  return (
    <div className="import-page">
      <header className="import-head">
        <h1 tabIndex={-1}>{props.title}</h1>
        <div className="button-group">
          {id !== undefined && (
            <Button icon="upload" onClick={() => open(undefined)}>
              {t('import.another')}
            </Button>
          )}
          {job?.state !== 'done' && <ButtonLink to={props.list.to}>{props.list.label}</ButtonLink>}
        </div>
      </header>
      {id === undefined ? (
        <ImportSource
          {...props}
          sent={check.isPending ? sent : undefined}
          fault={fault}
          onFile={(file) => check.mutate(file)}
        />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        job && <Imported job={job} {...props} />
      )}
    </div>
  );
}

const importKey = (id: string) => ['transfers', 'import', id] as const;

function useImport(id: string | undefined) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: importKey(id ?? ''),
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(importEndpoints.one, { id: id ?? '' }, { signal, notices: 'none' }),
  });
  useLive('import', (message) => {
    if (message.id === id) void queryClient.invalidateQueries({ queryKey: importKey(message.id) });
  });
  useEffect(
    () => onLiveResync(() => void queryClient.invalidateQueries({ queryKey: ['transfers', 'import'] })),
    [queryClient],
  );
  return query;
}

function Imported({ job, columns, list }: { job: ImportJob } & Pick<ImportPageProps, 'columns' | 'list'>) {
  return (
    <>
      <Card>
        {job.state === 'checked' && <Decision job={job} columns={columns} />}
        {job.state === 'running' && <Running job={job} />}
        {job.state === 'done' && <Outcome job={job} list={list} />}
      </Card>
      <ImportRows key={job.state} job={job} columns={columns} />
    </>
  );
}

/** What was seen in the file, and what may be done with it. */
function Decision({ job, columns }: { job: ImportJob; columns: ImportPageProps['columns'] }) {
  const { t, i18n } = useTranslation('transfers');
  const queryClient = useQueryClient();
  const good = job.rows - job.bad;
  const start = useMutation({
    mutationFn: (mode: ImportMode) => call(importEndpoints.start, { id: job.id, mode }),
    onSuccess: (next) => queryClient.setQueryData(importKey(job.id), next),
  });
  const named = job.columns.map((key) => columns.find((column) => column.key === key)?.label ?? key);
  return (
    <div className="import-decision">
      <div className="import-facts">
        <p>
          <strong>{job.fileName}</strong> {t('import.columnsFound', { names: joinWords(named, i18n.language) })}
        </p>
        {job.ignored.length > 0 && (
          <p className="quiet">
            {t('import.ignored', { names: joinWords(job.ignored, i18n.language), count: job.ignored.length })}
          </p>
        )}
        <p className={job.bad > 0 ? 'import-bad' : 'import-good'}>
          <Icon name={job.bad > 0 ? 'warning' : 'success'} />
          {job.bad > 0 ? t('import.someBad', { bad: job.bad, good }) : t('import.allGood', { count: job.rows })}
        </p>
      </div>
      <div className="button-group">
        <Button
          kind={job.bad === 0 ? 'primary' : 'default'}
          reason={job.bad > 0 ? t('import.allNeedsGood') : undefined}
          busy={start.isPending && start.variables === 'all'}
          onClick={() => start.mutate('all')}
        >
          {t('import.takeAll', { count: job.rows })}
        </Button>
        {job.bad > 0 && good > 0 && (
          <Button
            kind="primary"
            busy={start.isPending && start.variables === 'good'}
            onClick={() => start.mutate('good')}
          >
            {t('import.takeGood', { count: good })}
          </Button>
        )}
      </div>
    </div>
  );
}

function Running({ job }: { job: ImportJob }) {
  const { t } = useTranslation('transfers');
  const over = job.done + job.failed;
  const all = job.rows - job.bad;
  const queryClient = useQueryClient();
  const stop = useMutation({
    mutationFn: () => call(importEndpoints.stop, { id: job.id }),
    onSuccess: (next) => queryClient.setQueryData(importKey(job.id), next),
  });
  const askToStop = async () => {
    const agreed = await confirm({
      title: t('import.stopTitle', { file: job.fileName }),
      body: t('import.stopBody'),
      verb: t('import.stop'),
      danger: true,
    });
    if (agreed) stop.mutate();
  };
  return (
    <div className="import-decision">
      <div className="transfer-progress" role="status">
        <Progress label={t('import.running')} value={over} max={all} />
        {job.isStopping ? t('import.stopping') : t('import.progress', { over, all })}
      </div>
      <Button busy={stop.isPending || job.isStopping} onClick={() => void askToStop()}>
        {t('import.stop')}
      </Button>
    </div>
  );
}

function Outcome({ job, list }: { job: ImportJob; list: ImportPageProps['list'] }) {
  const { t } = useTranslation('transfers');
  // good rows that a stop has left
  const open = job.rows - job.bad - job.done - job.failed;
  const result = useMutation({
    mutationFn: () => call(importEndpoints.result, { id: job.id, format: 'xlsx' }),
    onSuccess: () => toast.success(t('export.started')),
  });
  return (
    <div className="import-decision">
      <p className={job.failed + open > 0 ? 'import-bad' : 'import-good'} role="status">
        <Icon name={job.failed + open > 0 ? 'warning' : 'success'} />
        {open > 0 && `${t('import.stopped')} `}
        {t('import.outcome', { done: job.done, failed: job.failed, left: job.bad + open })}
      </p>
      <div className="button-group">
        <Button icon="download" busy={result.isPending} onClick={() => result.mutate()}>
          {t('import.resultFile')}
        </Button>
        <ButtonLink kind="primary" to={list.to}>
          {list.label}
        </ButtonLink>
      </div>
    </div>
  );
}
