import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { DictionarySearchMultiField, DictionarySelectField } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { useFormatTime } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import {
  CUSTOMER_CHANNELS,
  CUSTOMER_CHOICES,
  type CustomerChannel,
  type PushRun,
  pushRunEndpoints,
  pushRuns,
} from '../contract/runs.ts';
import { JumpFields } from './jump-fields.tsx';
import { MessagePreview } from './message-preview.tsx';
import './push.css';

const useAsked = create<{ readonly to?: 'some' | 'all'; readonly declined?: PushRun }>(() => ({}));
const close = (): void => useAsked.setState({}, true);

const stateTags = statusTags('push-runs:state', {
  waiting: 'warning',
  declined: 'neutral',
  running: 'busy',
  stopped: 'warning',
  done: 'success',
});

const Page = recordsPage(pushRuns, {
  icon: 'message',
  shown: ['title', 'audience', 'channel', 'state', 'sent', 'skipped', 'requestedByName', 'requestedAt', 'dueAt'],
  widths: { title: 240, audience: 152, channel: 120, state: 152, sent: 200, requestedByName: 120, requestedAt: 152 },
  cells: {
    state: (row) => <StatusTag of={stateTags} code={row.state} />,
    sent: (row) => <Sent row={row} />,
  },
  actions: NewButtons,
  below: (row) => <FollowRun id={row.id} />,
  rowActions: (row, t) => [
    ...(row.state === 'waiting'
      ? [
          {
            ...({ key: 'approve', icon: 'check', by: pushRunEndpoints.approve } as const),
            label: t('approve.button'),
            onSelect: () => void approve(row, t),
          },
          {
            ...({ key: 'decline', icon: 'close', danger: true, by: pushRunEndpoints.decline } as const),
            label: t('decline.button'),
            onSelect: () => useAsked.setState({ declined: row }, true),
          },
        ]
      : []),
    ...(row.state === 'running' || row.state === 'waiting' || (row.state === 'done' && row.unsent > 0)
      ? [
          {
            ...({ key: 'stop', icon: 'close', danger: true, by: pushRunEndpoints.stop } as const),
            label: t('stop.button'),
            onSelect: () => void stop(row, t),
          },
        ]
      : []),
  ],
});

/** Messages that people write to customers: to some, or to all (practice 14). */
export default function ManualPushPage() {
  const { to, declined } = useAsked();
  return (
    <>
      <Page />
      {to === 'some' && <ToSome />}
      {to === 'all' && <ToAll />}
      {declined && <Decline run={declined} />}
    </>
  );
}

function NewButtons() {
  const { t } = useTranslation('push-runs');
  const may = useMay();
  return (
    <>
      {may(pushRunEndpoints.pushToAll) && (
        <Button onClick={() => useAsked.setState({ to: 'all' })}>{t('new.all')}</Button>
      )}
      {may(pushRunEndpoints.push) && (
        <Button kind="primary" onClick={() => useAsked.setState({ to: 'some' })}>
          {t('new.some')}
        </Button>
      )}
    </>
  );
}

/** An open message goes on while it is read: it is being sent, or somebody stops it. */
function FollowRun({ id }: { id: string }) {
  const queries = useQueryClient();
  useLiveRefresh({
    concerns: (message) => message.kind === pushRuns.name && message.id === id,
    refresh: () => queries.invalidateQueries({ queryKey: [pushRuns.namespace, 'one', id] }),
  });
  return null;
}

function Sent({ row }: { row: PushRun }) {
  const { t } = useTranslation('push-runs');
  const done = row.sent + row.skipped;
  if (row.state !== 'running')
    return (
      <span className="figures">
        {t('progress', { done: row.sent - row.unsent, total: row.total })}
        {row.unsent > 0 && <small className="quiet"> · {t('unsent', { count: row.unsent })}</small>}
        {row.stopped > 0 && <small className="quiet"> · {t('stopped', { count: row.stopped })}</small>}
      </span>
    );
  return (
    <span className="push-progress">
      <Progress label={t('field.sent')} value={done} max={row.total} />
      <span className="figures">{t('progress', { done, total: row.total })}</span>
    </span>
  );
}

async function stop(row: PushRun, t: TFunction): Promise<void> {
  const agreed = await confirm({
    ...{ title: t('stop.title', { title: row.title }), body: t('stop.body'), verb: t('stop.verb'), danger: true },
  });
  if (!agreed) return;
  const done = await call(pushRunEndpoints.stop, { id: row.id }).catch(() => undefined);
  if (done !== undefined) toast.success(t('stop.done'));
}

async function approve(row: PushRun, t: TFunction): Promise<void> {
  const channel = row.channel as CustomerChannel;
  const now = await call(pushRunEndpoints.countForAll, { channel }).catch(() => undefined);
  if (!now) return;
  const agreed = await confirm({
    ...{ title: t('approve.title', { title: row.title }), verb: t('approve.verb') },
    body: t('approve.body', { name: row.requestedByName, count: now.count }),
  });
  if (!agreed) return;
  const done = await call(pushRunEndpoints.approve, { id: row.id }).catch(() => undefined);
  if (done) toast.success(t('approve.done', { count: done.total }));
}

function Decline({ run }: { run: PushRun }) {
  const { t } = useTranslation('push-runs');
  return (
    <FormDialog
      namespace="push-runs"
      title={t('decline.title', { title: run.title })}
      schema={pushRunEndpoints.decline.request}
      initialValues={{ id: run.id, reason: '' }}
      verb={t('decline.button')}
      onSubmit={(request) => call(pushRunEndpoints.decline, request, { notices: 'none' })}
      onSaved={() => toast.success(t('decline.done'))}
      onClose={close}
    >
      <TextAreaField name="reason" label={t('decline.reason', { name: run.requestedByName })} />
    </FormDialog>
  );
}

function Words() {
  const { t } = useTranslation('push-runs');
  const { values } = useForm();
  return (
    <>
      <DictionarySelectField name="channel" code="message_channel" only={CUSTOMER_CHANNELS} />
      <TextField name="title" />
      <TextAreaField name="body" rows={5} />
      <TextField name="image" />
      <p className="field-hint">{t(values['channel'] === 'sms' ? 'hint.sms' : 'hint.image')}</p>
      <TextField name="url" />
      <JumpFields />
      <MessagePreview
        channel={channelIn(values)}
        language=""
        title={String(values['title'] ?? '')}
        content={String(values['body'] ?? '')}
        testJson=""
        jumpType={Number(values['jumpType'] ?? 0)}
        jumpTarget={String(values['jumpTarget'] ?? '')}
      />
    </>
  );
}

const channelIn = (values: Readonly<Record<string, unknown>>): CustomerChannel =>
  CUSTOMER_CHANNELS.find((one) => one === values['channel']) ?? 'email';

const EMPTY = { channel: 'email', title: '', body: '', image: '', url: '', jumpType: 0, jumpTarget: '' } as const;

function ToSome() {
  const { t } = useTranslation('push-runs');
  return (
    <FormDialog
      namespace="push-runs"
      title={t('some.title')}
      schema={pushRunEndpoints.push.request}
      initialValues={{ ...EMPTY, customerIds: [] }}
      intro={<p>{t('some.intro')}</p>}
      verb={t('some.verb')}
      width={560}
      onSubmit={(request, { idempotencyKey }) =>
        call(pushRunEndpoints.push, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => {
        const { sent, skipped } = answer as { sent: number; skipped: number };
        const done = t('some.done', { count: sent });
        if (skipped === 0) toast.success(done);
        else toast.warning(`${done}. ${t('some.skipped', { count: skipped })}`);
      }}
      onClose={close}
    >
      <DictionarySearchMultiField name="customerIds" code={CUSTOMER_CHOICES} />
      <Words />
    </FormDialog>
  );
}

function ToAll() {
  const { t } = useTranslation('push-runs');
  return (
    <FormDialog
      namespace="push-runs"
      title={t('all.title')}
      schema={pushRunEndpoints.pushToAll.request}
      initialValues={{ ...EMPTY }}
      verb={t('all.verb')}
      width={560}
      onSubmit={(request, { idempotencyKey }) =>
        call(pushRunEndpoints.pushToAll, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => {
        const { total, isWaiting } = answer as { total: number; isWaiting: boolean };
        toast.success(isWaiting ? t('all.waitsForSecond') : t('all.done', { count: total }));
      }}
      onClose={close}
    >
      <Words />
      <Count />
      <NumberField name="expected" label={t('all.expected')} />
    </FormDialog>
  );
}

/** Who would get it now: the number that must be typed in. */
function Count() {
  const { t } = useTranslation('push-runs');
  const { values } = useForm();
  const channel = channelIn(values);
  const time = useFormatTime();
  const { data } = useQuery({
    queryKey: ['push-runs', 'count', channel],
    queryFn: ({ signal }) => call(pushRunEndpoints.countForAll, { channel }, { signal, notices: 'none' }),
  });
  if (!data) return null;
  return (
    <p>
      {t('all.count', { count: data.count, others: data.others })}
      {data.dueAt !== null && ` ${t('all.waits', { time: time(data.dueAt) })}`}
    </p>
  );
}
