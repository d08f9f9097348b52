import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { selectedIds } from '#system/records/web/record-page.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type Delivery, deliveries } from '../contract/deliveries.ts';
import { webhookEndpoints } from '../contract/endpoints.ts';
import { whyNot } from './why.ts';
import './webhooks.css';

const stateTags = statusTags('webhook-deliveries:state', { 0: 'info', 1: 'success', 2: 'danger' });

export default recordsPage(deliveries, {
  icon: 'link',
  shown: ['event', 'webhookId', 'state', 'attempts', 'lastStatus', 'createdAt', 'nextAttemptAt'],
  cells: {
    event: (row) => <EventName type={row.event} />,
    state: (row) => <StatusTag of={stateTags} code={row.state} />,
    lastStatus: (row) => <LastAnswer row={row} />,
    payload: (row) => <pre className="delivery-payload">{pretty(row.payload)}</pre>,
  },
  below: (row) => <Sent row={row} />,
  bulkBy: [webhookEndpoints.replay],
  bulkActions: (selection, done) => <Replay selection={selection} done={done} />,
});

function EventName({ type }: { type: string }) {
  const { t } = useTranslation('webhooks');
  return t(`event.${type}`, { defaultValue: type });
}

function LastAnswer({ row }: { row: Delivery }) {
  const { t } = useTranslation('webhooks');
  if (row.attempts === 0) return '–';
  return row.lastStatus === null ? whyNot({ status: null, error: row.lastError }, t) : String(row.lastStatus);
}

/** What was sent, and every attempt to send it. */
function Sent({ row }: { row: Delivery }) {
  const { t } = useTranslation('webhook-deliveries');
  const { t: own } = useTranslation('webhooks');
  const query = useQuery({
    // one more attempt is asked for anew
    queryKey: ['webhook-deliveries', 'attempts', row.id, row.attempts],
    queryFn: ({ signal }) => call(webhookEndpoints.attempts, { id: row.id }, { signal, notices: 'none' }),
  });
  return (
    <>
      <h3>{t('field.payload')}</h3>
      <pre className="delivery-payload">{pretty(row.payload)}</pre>
      <h3>{t('attempts.title')}</h3>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <p className="quiet">{t('attempts.none')}</p>
          ) : (
            <Timeline
              label={t('attempts.title')}
              entries={attempts.map((one) => ({
                id: String(one.number),
                at: one.at,
                what: one.status === null ? whyNot(one, own) : t('attempts.answered', { status: String(one.status) }),
                who: t('attempts.took', { ms: one.durationMs }),
                ...(one.answer === '' ? {} : { detail: one.answer }),
                tone: one.status !== null && one.status < 300 ? ('success' as const) : ('warning' as const),
              }))}
            />
          )
        }
      </Loaded>
    </>
  );
}

function Replay({ selection, done }: { selection: Selection; done: () => void }) {
  const { t } = useTranslation('webhook-deliveries');
  const replay = async (): Promise<void> => {
    const ids = [...(await selectedIds(deliveries as unknown as RecordKind, selection))];
    const answer = await call(webhookEndpoints.replay, { ids }, { idempotencyKey: crypto.randomUUID() }).catch(
      () => undefined,
    );
    if (!answer) return;
    toast.success(t('replay.done', { count: answer.sent }));
    done();
  };
  return (
    <ActionButton
      action={{
        key: 'replay',
        label: t('replay.many'),
        icon: 'refresh',
        by: webhookEndpoints.replay,
        onSelect: () => void replay(),
      }}
    />
  );
}

const pretty = (payload: string): string => {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
};
