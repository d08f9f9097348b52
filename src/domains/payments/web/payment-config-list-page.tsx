import { useTranslation } from 'react-i18next';
import { HelpLink } from '#system/help/web/index.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { IconButton } from '#ui/button/button.tsx';
import { copyText } from '#ui/copy-link/copy-text.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { paymentEndpoints } from '../contract/endpoints.ts';
import type { PaymentConfig } from '../contract/payment-config.ts';
import './payments.css';

const column = columnsFor<PaymentConfig>();
const channelTags = statusTags('payments:channel', { stripe: 'neutral' });
const stateTags = statusTags('payments:status', { 1: 'success', 0: 'neutral' });

const COLUMNS = [
  column.text('customName', { sort: true, card: 'identity', width: 140 }),
  // copied into the account of the provider, so seen whole in every window
  column.custom('callbackUrl', (row) => <EventAddress value={row.callbackUrl} />, { width: 520, card: 'fact' }),
  column.status('channel', channelTags, { width: 110, card: 'fact' }),
  column.status('status', stateTags, { width: 96 }),
  column.custom('secretKey', (row) => <SecretCell value={row.secretKey} />, { width: 140, card: 'fact' }),
  column.custom('webhookSecret', (row) => <SecretCell value={row.webhookSecret} />, { width: 140, card: 'fact' }),
  column.text('publicKey', { width: 200 }),
  column.time('createdAt', { sort: true }),
];

/** How this tenant is paid, readable; secrets come masked (security 2.6). */
export default function PaymentConfigListPage() {
  const { t } = useTranslation('payments');
  const list = useRecordList(paymentEndpoints.configs, { namespace: 'payments', rowId: 'id', columns: COLUMNS });
  return (
    <RecordListPage
      list={list}
      title={t('configs.title')}
      action={<HelpLink to="payment-key">{t('configs.help')}</HelpLink>}
      empty={
        <Empty icon="payment" title={t('configs.empty')}>
          {t('configs.emptyHint')}
        </Empty>
      }
    />
  );
}

function EventAddress({ value }: { value: string }) {
  const { t } = useTranslation('payments');
  return (
    <span className="payment-address">
      <span>{value}</span>
      <IconButton
        icon="copy"
        small
        label={t('configs.copy')}
        onClick={() => void copyText(value).then(() => toast.success(t('configs.copied')))}
      />
    </span>
  );
}

function SecretCell({ value }: { value: string }) {
  const { t } = useTranslation('payments');
  return value === '' ? t('secret.unset') : <span className="figures">{value}</span>;
}
