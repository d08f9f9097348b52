import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { DELIVERY_LIST } from '../contract/addresses.ts';
import { webhookEndpoints } from '../contract/endpoints.ts';
import { type Webhook, webhooks } from '../contract/webhooks.ts';
import { EventsField } from './events-field.tsx';
import { openSecretDialog, SecretDialogs } from './secret-dialogs.tsx';
import { whyNot } from './why.ts';
import './webhooks.css';

const Page = recordsPage(webhooks, {
  icon: 'link',
  shown: ['name', 'url', 'events', 'status', 'lastDeliveredAt', 'delivered', 'failing'],
  widths: { name: 220, url: 320, events: 120, delivered: 128, failing: 128 },
  cells: {
    name: (row) => <WebhookName row={row} />,
    events: (row) => <EventCount count={row.events.length} />,
    failing: (row) => (row.failing === 0 ? '–' : <Tag tone="warning">{String(row.failing)}</Tag>),
  },
  form: (props) => <WebhookForm {...props} />,
  formWidth: 640,
  rowActions: webhookActions,
  // without a secret nothing is sent
  onAdded: (row) => openSecretDialog(row),
});

/** Who is called when something happens in the tenant. */
export default function WebhookListPage() {
  return (
    <>
      <Page />
      <SecretDialogs />
    </>
  );
}

function WebhookName({ row }: { row: Webhook }) {
  const { t } = useTranslation('webhooks');
  return (
    <span className="webhook-name">
      <span>{row.name}</span>
      {row.secretMadeAt === null && <Tag tone="warning">{t('state.noSecret')}</Tag>}
      {row.endedBecause === 'gone' && <Tag tone="danger">{t('state.gone')}</Tag>}
    </span>
  );
}

function EventCount({ count }: { count: number }) {
  const { t } = useTranslation('webhooks');
  return t('events.chosen', { count });
}

function WebhookForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('webhooks');
  return (
    <>
      <RecordInput kind={kind} name="name" id={row?.id} />
      <div>
        <RecordInput kind={kind} name="url" id={row?.id} />
        <p className="field-hint">{t('hint.url')}</p>
      </div>
      <EventsField />
      <RecordInput kind={kind} name="description" id={row?.id} />
      <RecordInput kind={kind} name="status" id={row?.id} />
    </>
  );
}

async function sendTest(row: Webhook, t: TFunction): Promise<void> {
  const answer = await call(webhookEndpoints.sendTest, { id: row.id }, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (!answer) return;
  const { status, durationMs } = answer.attempt;
  if (status !== null && status >= 200 && status < 300)
    toast.success(t('test.taken', { name: row.name, status: String(status), ms: durationMs }));
  else toast.warning(t('test.refused', { name: row.name, why: whyNot(answer.attempt, t) }));
}

function webhookActions(row: Webhook, t: TFunction): RowAction[] {
  const hasSecret = row.secretMadeAt !== null;
  return [
    ...(hasSecret
      ? [
          {
            ...({ key: 'test', icon: 'play', by: webhookEndpoints.sendTest } as const),
            label: t('test.send'),
            onSelect: () => void sendTest(row, t),
          },
        ]
      : []),
    {
      ...{ key: 'secret', icon: 'key', by: webhookEndpoints.makeSecret },
      label: t(hasSecret ? 'secret.rotate' : 'secret.make'),
      onSelect: () => openSecretDialog(row),
    },
    {
      ...{ key: 'deliveries', icon: 'list', by: webhookEndpoints.attempts },
      label: t('deliveries'),
      to: `${DELIVERY_LIST}?webhookId=${row.id}`,
    },
  ];
}
