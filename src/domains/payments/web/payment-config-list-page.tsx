import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HelpLink } from '#system/help/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { ADAPTERS, type ConfigChannel } from '../contract/adapters.ts';
import { paymentConfigEndpoints, paymentConfigs } from '../contract/payment-configs.ts';
import { ConfigDialogs, EventAddress, testKeys, useConfigActions } from './config-actions.tsx';
import { PaymentConfigForm } from './payment-config-form.tsx';
import './payments.css';

const webhookTags = statusTags('payment-configs:webhook', { set: 'success', missing: 'warning' });
const asksProvider = (channel: string): boolean => 'webhookSecret' in ADAPTERS[channel as ConfigChannel];

/** How this tenant is paid; secrets come masked (security 2.6). */
export default function PaymentConfigListPage() {
  const { t } = useTranslation('payment-configs');
  const { register, rotate } = useConfigActions();
  const Page = useMemo(
    () =>
      recordsPage(paymentConfigs, {
        icon: 'payment',
        shown: ['customName', 'channel', 'status', 'webhookIsSet', 'callbackUrl', 'appEnabled', 'posEnabled', 'createdAt'],
        widths: { customName: 160, callbackUrl: 420 },
        form: (props) => <PaymentConfigForm {...props} />,
        formWidth: 640,
        cells: {
          // copied into the account of the provider, so seen whole in every window
          callbackUrl: (row) => <EventAddress value={row.callbackUrl} />,
          webhookIsSet: (row) =>
            asksProvider(row.channel) ? <StatusTag of={webhookTags} code={row.webhookIsSet ? 'set' : 'missing'} /> : '–',
        },
        rowActions: (row) =>
          asksProvider(row.channel)
            ? [
                {
                  ...{ key: 'check', label: t('test.button'), icon: 'check', by: paymentConfigEndpoints.check },
                  onSelect: () => void testKeys(row),
                },
                row.webhookIsSet
                  ? {
                      ...{ key: 'rotate', label: t('callback.rotate'), icon: 'undo' },
                      by: paymentConfigEndpoints.addCallback,
                      onSelect: () => void rotate(row),
                    }
                  : {
                      ...{ key: 'register', label: t('callback.button'), icon: 'link' },
                      by: paymentConfigEndpoints.addCallback,
                      onSelect: () => void register(row),
                    },
              ]
            : [],
      }),
    [t, register, rotate],
  );
  return (
    <>
      <Page />
      <ConfigDialogs />
    </>
  );
}
