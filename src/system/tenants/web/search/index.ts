import { i18n } from '#platform/i18n/web/i18n.ts';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';

const MOST = 5;

/** Settings by the words that stand on their pages. */
export const settingSearcher: RecordSearcher = {
  kind: 'settings',
  permission: tenantEndpoints.info.permission,
  icon: 'settings',
  async find(text) {
    await i18n.loadNamespaces('tenants');
    const t = i18n.getFixedT(i18n.language, 'tenants');
    const pages = [
      {
        to: '/settings/tenant',
        title: t('settings.title'),
        words: [
          t('field.timeZone'),
          t('field.timeFormat'),
          t('field.currency'),
          t('field.currencyFormat'),
          t('field.taxRounding'),
          t('field.pickupWindowMinutes'),
          t('field.autoRefundOnFailure'),
          t('field.undeliveredRule'),
          t('field.sessionIdleHours'),
        ],
      },
      {
        to: '/settings/config',
        title: t('config.title'),
        words: [
          t('field.depositMinor'),
          t('field.pointMode'),
          t('field.accumulation'),
          t('field.accumulationLimit'),
          t('section.carousel'),
          t('field.quietHours'),
          t('field.customerServiceEmail'),
        ],
      },
      { to: '/settings/storage', title: t('storage.title'), words: [t('storage.card')] },
      { to: '/settings/email', title: t('email.title'), words: [t('email.card')] },
      { to: '/settings/sms', title: t('sms.title'), words: [t('sms.card')] },
    ];
    const sought = text.toLowerCase();
    return pages
      .flatMap(({ to, title, words }) => words.map((word) => ({ title: word, hint: title, to })))
      .filter(({ title }) => title.toLowerCase().includes(sought))
      .slice(0, MOST);
  },
};
