import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { clients, type StorefrontClient } from '../contract/clients.ts';
import { clientEndpoints } from '../contract/endpoints.ts';
import { KeyDialogs, openKeyDialog } from './key-dialogs.tsx';
import './clients.css';

const Page = recordsPage(clients, {
  icon: 'key',
  shown: ['name', 'channel', 'spotId', 'status', 'keyEnd', 'lastUsedAt', 'ordersToday', 'createdAt'],
  widths: { name: 260, keyEnd: 104 },
  cells: {
    name: (row) => <ClientName row={row} />,
    keyEnd: (row) => <KeyEnd row={row} />,
  },
  form: (props) => <ClientForm {...props} />,
  rowActions: keyActions,
  // a new client can do nothing yet
  onAdded: (row) => openKeyDialog(row),
});

/** What sells through the storefront (product.md 3): made here, its keys shown once. */
export default function ClientListPage() {
  return (
    <>
      <Page />
      <KeyDialogs />
    </>
  );
}

function ClientName({ row }: { row: StorefrontClient }) {
  const { t } = useTranslation('clients');
  return (
    <span className="client-name">
      <span>{row.name}</span>
      {row.sandbox && <Tag tone="warning">{t('field.sandbox')}</Tag>}
    </span>
  );
}

function KeyEnd({ row }: { row: StorefrontClient }) {
  const { t } = useTranslation('clients');
  if (row.keyMadeAt === null) return <Tag tone="neutral">{t('key.none')}</Tag>;
  return <span className="figures">{t('key.ends', { end: row.keyEnd })}</span>;
}

function ClientForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('clients');
  const hints: Readonly<Record<string, string>> = {
    spotId: t('hint.spotId'),
    sandbox: t('hint.sandbox'),
    rateLimit: t('hint.rateLimit'),
  };
  return ['name', 'channel', 'spotId', 'sandbox', 'rateLimit', 'status'].map((name) => (
    <div key={name} className="client-field">
      <RecordInput kind={kind} name={name} id={row?.id} />
      {hints[name] && <p className="field-hint">{hints[name]}</p>}
    </div>
  ));
}

async function revoke(row: StorefrontClient, t: TFunction): Promise<void> {
  const agreed = await confirm({
    ...{ title: t('key.revokeTitle', { name: row.name }), body: t('key.revokeBody'), verb: t('key.revokeVerb') },
    danger: true,
  });
  if (!agreed) return;
  const done = await call(clientEndpoints.revokeKeys, { id: row.id }, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (done) toast.success(t('key.revoked', { name: row.name }));
}

function keyActions(row: StorefrontClient, t: TFunction): RowAction[] {
  return [
    {
      ...{ key: 'key', icon: 'key', by: clientEndpoints.makeKey },
      label: t(row.keyMadeAt === null ? 'key.make' : 'key.rotate'),
      onSelect: () => openKeyDialog(row),
    },
    ...(row.keyMadeAt === null
      ? []
      : [
          {
            ...({ key: 'revoke', icon: 'close', danger: true, by: clientEndpoints.revokeKeys } as const),
            label: t('key.revoke'),
            onSelect: () => void revoke(row, t),
          },
        ]),
  ];
}
