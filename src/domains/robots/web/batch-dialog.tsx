import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItemState, CommandBatch } from '#domains/robots/contract/command-batch.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { useRobotChange } from './robot-queries.ts';
import { batchItemTags } from './robot-tags.ts';
import './robots.css';

const SHOWN = 200;
const batchKey = (id: string) => ['robots', 'batch', id] as const;

interface BatchDialogProps {
  id: string;
  /** With the robots that failed, for what the user does with them next. */
  onClose: (failed: readonly string[]) => void;
}

/** How far a batch is: what each robot answered, and those that failed once more. */
export function BatchDialog({ id, onClose }: BatchDialogProps) {
  const { t } = useTranslation(['transfers', 'robots']);
  const queryClient = useQueryClient();
  const [only, setOnly] = useState<'all' | BatchItemState>('all');
  const query = useQuery({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => call(robotEndpoints.batch, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.id === id,
    refresh: () => queryClient.invalidateQueries({ queryKey: batchKey(id) }),
  });
  const retry = useRobotChange(robotEndpoints.retryBatch);
  const batch = query.data;
  // what is read here was done already: its one button, not the cross above it
  const closing = useRef<HTMLButtonElement>(null);
  useEffect(() => closing.current?.focus(), []);
  const close = async () => {
    const failed = batch?.counts.failed
      ? await call(robotEndpoints.batchItems, { id, state: 'failed', pageSize: SHOWN }).catch(() => undefined)
      : undefined;
    onClose(failed?.records.map((item) => item.imei) ?? []);
  };
  return (
    <Dialog
      title={
        batch ? t('batch.title', { deed: t(`robots:command.${batch.kind}`), count: totalOf(batch) }) : t('batch.wait')
      }
      width={640}
      onClose={() => void close()}
      footer={
        <>
          {batch !== undefined && batch.counts.failed > 0 && (
            <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate({ request: { id } })}>
              {t('batch.retry', { count: batch.counts.failed })}
            </Button>
          )}
          <Button ref={closing} kind="primary" onClick={() => void close()}>
            {t('batch.close')}
          </Button>
        </>
      }
    >
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {batch && (
        <div className="batch">
          <div className="batch-progress" role="status">
            <Progress
              label={t('batch.progress')}
              value={batch.counts.succeeded + batch.counts.failed}
              max={totalOf(batch)}
              tone={batch.counts.failed > 0 ? 'warning' : batch.state === 'done' ? 'success' : 'info'}
            />
            <span>{t('batch.counts', batch.counts)}</span>
          </div>
          {batch.reason && <p className="quiet">{t('batch.reason', { reason: batch.reason })}</p>}
          <Segmented
            label={t('batch.robots')}
            options={[
              { value: 'all', label: t('batch.all', { count: totalOf(batch) }) },
              { value: 'failed', label: t('batch.failed', { count: batch.counts.failed }) },
            ]}
            value={only === 'failed' ? 'failed' : 'all'}
            onChange={setOnly}
          />
          <BatchItems id={id} only={only} counts={batch.counts} />
        </div>
      )}
    </Dialog>
  );
}

const totalOf = ({ counts }: CommandBatch): number => counts.waiting + counts.sent + counts.succeeded + counts.failed;

interface BatchItemsProps {
  id: string;
  only: 'all' | BatchItemState;
  counts: CommandBatch['counts'];
}

function BatchItems({ id, only, counts }: BatchItemsProps) {
  const { t } = useTranslation('transfers');
  const { data } = useQuery({
    queryKey: [...batchKey(id), 'items', only, counts],
    queryFn: ({ signal }) =>
      call(
        robotEndpoints.batchItems,
        { id, pageSize: SHOWN, ...(only === 'all' ? {} : { state: only }) },
        { signal, notices: 'none' },
      ),
    placeholderData: keepPreviousData,
  });
  if (!data) return null;
  return (
    <ScrollBox label={t('batch.robots')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('batch.robot')}</th>
            <th scope="col">{t('batch.result')}</th>
          </tr>
        </thead>
        <tbody>
          {data.records.map((item) => (
            <tr key={item.imei}>
              <td>
                {item.name}
                <div className="quiet">{item.imei}</div>
              </td>
              <td>
                <StatusTag of={batchItemTags} code={item.state} />
                {item.message && <div className="quiet">{item.message}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.total > data.records.length && (
        <p className="quiet">{t('batch.more', { count: data.total - data.records.length })}</p>
      )}
    </ScrollBox>
  );
}
