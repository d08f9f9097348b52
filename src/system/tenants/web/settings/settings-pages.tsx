import { useTranslation } from 'react-i18next';
import { formatMoney } from '#platform/money/rules/format-money.ts';
import { type DisplayFacts, displayFacts } from '#platform/viewer/rules/display-facts.ts';
import { HelpLink } from '#system/help/web/index.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { formatTime } from '#ui/time/format-time.ts';
import { useNow } from '#ui/time/now.ts';
import { accumulationLimitOf, pointsAreOn } from '../facts/load-tenant.ts';
import { settingFacts } from './setting-facts.ts';
import { SettingsPage } from './settings-page.tsx';
import { useInfo } from './use-info.ts';

const SAMPLE_MINOR = 1_234_567;
/** As `EmailSettings` has it. */
const MAIL_DEFAULTS = { security: 'starttls' };

const sampleOf = ({ currency, currencyFormat }: DisplayFacts, language: string): string =>
  formatMoney(SAMPLE_MINOR, currency, language, currencyFormat);

/** Clock, money and points of the tenant, each with what it looks like. */
export function TenantSettingsPage() {
  const { t, i18n } = useTranslation('tenants');
  const query = useInfo();
  const now = useNow();
  const points = (info: TenantInfo) => accumulationLimitOf(info.accumulationPointLimit);
  const language = i18n.language;
  /** What another server calls it, where it is none of ours. */
  const currencyFormat = ({ currencyFormat: format }: TenantInfo): string =>
    format ? t(`currencyFormat.${format}`, { defaultValue: format }) : '';
  return (
    <SettingsPage
      title={t('settings.title')}
      lead={t('settings.lead')}
      query={query}
      cards={(info) => [
        {
          title: t('settings.clock'),
          facts: [
            { term: t('field.timeZone'), value: info.timeZone || t('notSet') },
            { term: t('field.timeFormat'), value: info.timeFormat || t('notSet') },
            { term: t('settings.now'), value: formatTime(now, { ...displayFacts(info), language }, 'second') },
          ],
        },
        {
          title: t('settings.money'),
          facts: [
            { term: t('field.currency'), value: info.currency || t('notSet') },
            { term: t('field.currencyFormat'), value: currencyFormat(info) || t('notSet') },
            {
              term: t('settings.sample'),
              value: sampleOf(displayFacts(info), language),
            },
            { term: t('field.taxRounding'), value: t(`taxRounding.${info.taxRounding}`) },
          ],
        },
        {
          title: t('settings.points'),
          extra: <HelpLink to="points-configuration">{t('settings.pointsHelp')}</HelpLink>,
          facts: [
            { term: t('field.points'), value: t(pointsAreOn(info.userPointConfig) ? 'on' : 'off') },
            { term: t('field.accumulation'), value: t(points(info).enable ? 'on' : 'off') },
            { term: t('field.accumulationLimit'), value: points(info).limit },
          ],
        },
      ]}
    />
  );
}

export function EmailPage() {
  const { t } = useTranslation('tenants');
  const fields = ['from', 'fromName', 'host', 'port', 'security', 'username', 'password'] as const;
  return (
    <SettingsPage
      title={t('email.title')}
      lead={t('email.lead')}
      query={useInfo()}
      cards={(info) => [
        {
          title: t('email.card'),
          facts: settingFacts(info.emailConfig, fields, (name) => t(`mail.${name}`), t('notSet'), MAIL_DEFAULTS),
          isSet: info.emailConfig !== null,
        },
      ]}
      unset={t('email.unset')}
    />
  );
}

export function SmsPage() {
  const { t } = useTranslation('tenants');
  const fields = ['endpoint', 'sender', 'contentType', 'accessKey', 'secretKey', 'authorization', 'body'] as const;
  return (
    <SettingsPage
      title={t('sms.title')}
      lead={t('sms.lead')}
      query={useInfo()}
      cards={(info) => [
        {
          title: t('sms.card'),
          facts: settingFacts(info.smsConfig, fields, (name) => t(`message.${name}`), t('notSet')),
          isSet: info.smsConfig !== null,
        },
      ]}
      unset={t('sms.unset')}
    />
  );
}
