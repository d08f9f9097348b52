import { useTranslation } from 'react-i18next';
import { HelpLink } from '#system/help/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { ADAPTERS, type ConfigChannel } from '../contract/adapters.ts';
import { type PaymentConfig, paymentConfigEndpoints, paymentConfigs } from '../contract/payment-configs.ts';
import { ConfigDialogs, EventAddress, testKeys, useAddressActions } from './config-actions.tsx';
import { PaymentConfigForm } from './payment-config-form.tsx';
import './payments.css';

const webhookTags = statusTags('payment-configs:webhook', { set: 'success', missing: 'warning' });
const asksProvider = (channel: string): boolean => 'webhookSecret' in ADAPTERS[channel as ConfigChannel];

const Page = recordsPage(paymentConfigs, {
  icon: 'payment',
  shown: ['customName', 'channel', 'status', 'webhookIsSet', 'callbackUrl', 'createdAt'],
  widths: { customName: 160, callbackUrl: 520 },
  form: (props) => <PaymentConfigForm {...props} />,
  formWidth: 640,
  extra: <KeyHelp />,
  cells: {
    // copied into the account of the provider, so seen whole in every window
    callbackUrl: (row) => <EventAddress value={row.callbackUrl} />,
    webhookIsSet: (row) =>
      asksProvider(row.channel) ? <StatusTag of={webhookTags} code={row.webhookIsSet ? 'set' : 'missing'} /> : '–',
  },
  useRowActions: useConfigActions,
});

/** How this tenant is paid; secrets come masked (security 2.6). */
export default function PaymentConfigListPage() {
  return (
    <>
      <Page />
      <ConfigDialogs />
    </>
  );
}

function KeyHelp() {
  const { t } = useTranslation('payment-configs');
  return <HelpLink to="payment-key">{t('help')}</HelpLink>;
}

/** Testing the keys, and the address for events. */
function useConfigActions() {
  const { t } = useTranslation('payment-configs');
  const { register, rotate } = useAddressActions();
  return (row: PaymentConfig): RowAction[] => {
    if (!asksProvider(row.channel)) return [];
    const by = paymentConfigEndpoints.addCallback;
    return [
      {
        ...{ key: 'check', label: t('test.button'), icon: 'check', by: paymentConfigEndpoints.check },
        onSelect: () => void testKeys(row),
      },
      { ...{ key: 'register', label: t('callback.button'), icon: 'link', by }, onSelect: () => void register(row) },
      ...(row.webhookIsSet
        ? [
            {
              ...({ key: 'rotate', label: t('callback.rotate'), icon: 'undo', by } as const),
              onSelect: () => void rotate(row),
            },
          ]
        : []),
    ];
  };
}
