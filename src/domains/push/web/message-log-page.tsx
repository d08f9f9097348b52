import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MESSAGE_LOG_KIND } from '#platform/channels/contract/channels.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { selectedIds } from '#system/records/web/record-page.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import type { Selection } from '#ui/record-list/selection.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { channelEndpoints } from '../contract/channel-page.ts';
import { pushEndpoints } from '../contract/endpoints.ts';
import { type LoggedMessage, messageLog } from '../contract/message-log.ts';
import { FaultWord } from './fault-word.tsx';
import './push.css';

const stateTags = statusTags('message-log:view', {
  ...({ pending: 'info', held: 'warning', sent: 'success', delivered: 'success', failed: 'danger' } as const),
  ...({ 'opted-out': 'neutral', skipped: 'neutral', stopped: 'neutral' } as const),
});

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'pending', request: { state: 'pending' } },
  { key: 'held', request: { state: 'held' } },
  { key: 'sent', request: { state: 'sent' } },
  { key: 'delivered', request: { state: 'delivered' } },
  { key: 'failed', request: { state: 'failed' } },
];

/** Every message that went, or should go, to a person, and what became of it. */
export default recordsPage(messageLog, {
  icon: 'mail',
  views: VIEWS,
  shown: ['recipient', 'title', 'channel', 'state', 'lastError', 'purpose', 'requestedAt'],
  widths: { recipient: 192, title: 256, channel: 120, state: 112, purpose: 144 },
  cells: {
    state: (row) => <StatusTag of={stateTags} code={row.state} />,
    purpose: (row) => <Purpose code={row.purpose} />,
    lastError: (row) => <FaultWord code={row.lastError} />,
  },
  facts: [
    'title',
    'channel',
    'state',
    'heldBecause',
    'kind',
    'sceneId',
    'templateCode',
    'attempts',
    'requestedAt',
    'dueAt',
    'deliveredAt',
    'changedAt',
    'remark',
  ],
  below: (row) => <Why row={row as LoggedMessage} />,
  rowActions: (row, t) => (row.canSendAgain ? [againAction(row as LoggedMessage, t)] : []),
  bulkBy: [pushEndpoints.sendAgain],
  bulkActions: (selection, done) => <Again selection={selection} done={done} />,
});

function Purpose({ code }: { code: string }) {
  const { t } = useTranslation('message-log');
  return t(`purpose.${code}`, { defaultValue: code });
}

/** What it was for, and why it did not go out. */
function Why({ row }: { row: LoggedMessage }) {
  const { t } = useTranslation('message-log');
  const queries = useQueryClient();
  // an open message goes on while it is read, also one that its list no longer holds
  useLiveRefresh({
    concerns: ({ kind, id }) => kind === MESSAGE_LOG_KIND && id === row.id,
    refresh: () => queries.invalidateQueries(),
  });
  return (
    <>
      <p>{t('what', { purpose: t(`purpose.${row.purpose}`, { defaultValue: row.purpose }) })}</p>
      {row.lastError !== '' && (
        <p className="field-fault">
          <FaultWord code={row.lastError} />
        </p>
      )}
      {row.state === 'failed' && <p className="quiet">{t('again.why')}</p>}
      <Attempts id={row.id} changedAt={row.changedAt} />
    </>
  );
}

/** Each attempt with the number that the provider answered; asked again whenever the message changes. */
function Attempts({ id, changedAt }: { id: string; changedAt: string }) {
  const { t } = useTranslation('message-log');
  const query = useQuery({
    queryKey: ['message-log', 'attempts', id, changedAt],
    queryFn: ({ signal }) => call(channelEndpoints.attempts, { id }, { signal, notices: 'none' }),
    placeholderData: (before) => before,
  });
  return (
    <section aria-label={t('attempts.title')}>
      <h3>{t('attempts.title')}</h3>
      <Loaded query={query} skeleton={<Skeleton height={64} />}>
        {(attempts) =>
          attempts.length === 0 ? (
            <p className="quiet">{t('attempts.none')}</p>
          ) : (
            <ol className="message-attempts">
              {attempts.map((one) => (
                <li key={one.number}>
                  <Time at={one.at} />{' '}
                  <strong>{one.fault === '' ? t('attempts.good') : <FaultWord code={one.fault} />}</strong>{' '}
                  {one.reply !== '' && <code>{one.reply}</code>}{' '}
                  <span className="quiet">{t('attempts.ms', { ms: one.durationMs })}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}

async function sendAgain(ids: readonly string[], t: TFunction): Promise<boolean> {
  const answer = await call(pushEndpoints.sendAgain, { ids: [...ids] }, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (answer) toast.success(t('again.done', { ns: 'message-log', count: answer.sent }));
  return answer !== undefined;
}

const againAction = (row: LoggedMessage, t: TFunction): RowAction => ({
  ...{ key: 'again', label: t('again.one', { ns: 'message-log' }), icon: 'refresh', by: pushEndpoints.sendAgain },
  onSelect: () => void sendAgain([row.id], t),
});

function Again({ selection, done }: { selection: Selection; done: () => void }) {
  const { t } = useTranslation('message-log');
  const again = async (): Promise<void> => {
    const ids = [...(await selectedIds(messageLog as unknown as RecordKind, selection))];
    if (await sendAgain(ids, t as unknown as TFunction)) done();
  };
  return (
    <ActionButton
      action={{
        ...{ key: 'again', label: t('again.many'), icon: 'refresh', by: pushEndpoints.sendAgain },
        onSelect: () => void again(),
      }}
    />
  );
}
