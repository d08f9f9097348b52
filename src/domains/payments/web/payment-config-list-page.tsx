import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { HelpLink } from '#system/help/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { ADAPTERS } from '../contract/adapters.ts';
import type { ConfigChannel } from '../contract/config-channels.ts';
import { type PaymentConfig, paymentConfigEndpoints, paymentConfigs } from '../contract/payment-configs.ts';
import { ConfigDialogs, EventAddress, registerAddress, rotateSecret, testKeys } from './config-actions.tsx';
import { PaymentConfigForm } from './payment-config-form.tsx';
import './payments.css';

const webhookTags = statusTags('payment-configs:webhook', { set: 'success', missing: 'warning' });
const asksProvider = (channel: string): boolean => 'webhookSecret' in ADAPTERS[channel as ConfigChannel];

const Page = recordsPage(paymentConfigs, {
  icon: 'payment',
  shown: ['customName', 'channel', 'status', 'webhookIsSet', 'callbackUrl', 'createdAt'],
  widths: { customName: 160, webhookIsSet: 128, callbackUrl: 520 },
  form: (props) => <PaymentConfigForm {...props} />,
  formWidth: 640,
  actions: KeyHelp,
  cells: {
    // copied into the account of the provider, so seen whole in every window
    callbackUrl: (row) => <EventAddress value={row.callbackUrl} />,
    webhookIsSet: (row) =>
      asksProvider(row.channel) ? <StatusTag of={webhookTags} code={row.webhookIsSet ? 'set' : 'missing'} /> : '–',
  },
  rowActions: configActions,
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
function configActions(row: PaymentConfig, t: TFunction): RowAction[] {
  if (!asksProvider(row.channel)) return [];
  const by = paymentConfigEndpoints.addCallback;
  const label = {
    test: t('test.button', { ns: 'payment-configs' }),
    register: t('callback.button', { ns: 'payment-configs' }),
    rotate: t('callback.rotate', { ns: 'payment-configs' }),
  };
  return [
    {
      ...{ key: 'check', label: label.test, icon: 'check', by: paymentConfigEndpoints.check },
      onSelect: () => void testKeys(row),
    },
    { ...{ key: 'register', label: label.register, icon: 'link', by }, onSelect: () => void registerAddress(row, t) },
    ...(row.webhookIsSet
      ? [
          {
            ...({ key: 'rotate', label: label.rotate, icon: 'undo', by } as const),
            onSelect: () => void rotateSecret(row, t),
          },
        ]
      : []),
  ];
}
