import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { CURRENCIES, CURRENCY_CODES, type Currency } from '#platform/money/contract/currency.ts';
import { formatMoney } from '#platform/money/rules/format-money.ts';
import { CURRENCY_FORMATS, TIME_FORMATS } from '#platform/viewer/contract/display-formats.ts';
import { displayFacts } from '#platform/viewer/rules/display-facts.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { TaxRounding } from '#system/tenants/contract/tax-rounding.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { TenantSettingsForm, UndeliveredRule } from '#system/tenants/contract/tenant-settings.ts';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { formatTime } from '#ui/time/format-time.ts';
import { useNow } from '#ui/time/now.ts';
import { Time } from '#ui/time/time.tsx';
import { SettingsForm, type SettingsSection } from './settings-form.tsx';

const SAMPLE_MINOR = 1_234_567;

const schema = TenantSettingsForm.pick({
  version: true,
  timeZone: true,
  timeFormat: true,
  currency: true,
  currencyFormat: true,
  taxRounding: true,
  pickupWindowMinutes: true,
  autoRefundOnFailure: true,
  undeliveredRule: true,
  undeliveredAfterMinutes: true,
  refundStepUpMinor: true,
  lendFromPercent: true,
  fridgeLimitCelsius: true,
  sessionIdleHours: true,
});

const valuesOf = (info: TenantInfo) => ({
  version: info.version,
  timeZone: info.nextTimeZone ?? info.timeZone,
  timeFormat: info.timeFormat,
  currency: info.currency,
  currencyFormat: info.currencyFormat,
  taxRounding: info.taxRounding,
  pickupWindowMinutes: info.pickupWindowMinutes,
  autoRefundOnFailure: info.autoRefundOnFailure,
  undeliveredRule: info.undeliveredRule,
  undeliveredAfterMinutes: info.undeliveredAfterMinutes,
  refundStepUpMinor: info.refundStepUpMinor ?? undefined,
  lendFromPercent: info.lendFromPercent,
  fridgeLimitCelsius: info.fridgeLimitCelsius,
  sessionIdleHours: info.sessionIdleHours,
});

const SECTIONS: readonly SettingsSection[] = [
  { key: 'clock', content: (info) => <Clock info={info} /> },
  { key: 'money', content: (info) => <Money info={info} /> },
  { key: 'orders', content: () => <Orders /> },
  { key: 'devices', content: () => <Devices /> },
  { key: 'security', content: () => <Security /> },
];

/** Domain 1: clock, money, taxes, and how orders, devices and sessions are handled. */
export default function TenantSettingsPage() {
  const { t } = useTranslation('tenants');
  return (
    <SettingsForm
      title={t('settings.title')}
      lead={t('settings.lead')}
      code="settings"
      schema={schema}
      valuesOf={valuesOf}
      // what was emptied has to be said
      requestOf={(values) => ({ refundStepUpMinor: null, ...(values as TenantSettingsForm) })}
      sections={SECTIONS}
    />
  );
}

function Clock({ info }: { info: TenantInfo }) {
  const { t, i18n } = useTranslation('tenants');
  const { values } = useForm();
  const now = useNow();
  const zones = useQuery({
    queryKey: ['tenants', 'zones'],
    queryFn: ({ signal }) => call(tenantEndpoints.timeZones, {}, { signal, notices: 'none' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = zones.data ?? [];
  const chosen = String(values['timeZone'] ?? '');
  const all = known.some(({ id }) => id === chosen) || chosen === '' ? known : [{ id: chosen, offset: '' }, ...known];
  return (
    <>
      <SelectField name="timeZone" options={all.map(({ id, offset }) => ({ value: id, label: id, hint: offset }))} />
      <ZoneNote info={info} chosen={chosen} />
      <SelectField name="timeFormat" options={TIME_FORMATS.map((value) => ({ value, label: value }))} />
      <Sample label={t('settings.now')}>
        {formatTime(now, { ...displayFacts(values), language: i18n.language }, 'second')}
      </Sample>
    </>
  );
}

/** When the chosen zone counts (settled 128). */
function ZoneNote({ info, chosen }: { info: TenantInfo; chosen: string }) {
  const { t } = useTranslation('tenants');
  if (chosen === info.timeZone || chosen === '') return null;
  if (!info.isSet) return null;
  return (
    <p className="settings-note" role="status">
      <Icon name="info" size={16} />
      <span>
        {chosen === info.nextTimeZone && info.nextTimeZoneAt ? (
          <>
            {t('zone.waits', { zone: info.nextTimeZone, now: info.timeZone })} <Time at={info.nextTimeZoneAt} />
          </>
        ) : (
          t('zone.midnight', { zone: chosen, now: info.timeZone })
        )}
      </span>
    </p>
  );
}

function Money({ info }: { info: TenantInfo }) {
  const { t, i18n } = useTranslation('tenants');
  const { values } = useForm();
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' });
  const { currency, currencyFormat } = displayFacts(values);
  return (
    <>
      <SelectField
        name="currency"
        options={CURRENCY_CODES.map((code) => ({
          value: code,
          label: `${code} · ${names.of(code) ?? code}`,
          ...(CURRENCIES[code].withdrawn ? { hint: t('money.withdrawn') } : {}),
        }))}
      />
      {currency !== info.currency && <Warning>{t('money.changes', { from: info.currency, to: currency })}</Warning>}
      {CURRENCIES[currency as Currency]?.withdrawn && <Warning>{t('money.noPayments', { currency })}</Warning>}
      <SelectField
        name="currencyFormat"
        options={CURRENCY_FORMATS.map((value) => ({ value, label: t(`currencyFormat.${value}`) }))}
      />
      <Sample label={t('settings.sample')}>{formatMoney(SAMPLE_MINOR, currency, i18n.language, currencyFormat)}</Sample>
      <RadioField
        name="taxRounding"
        options={TaxRounding.options.map((value) => ({ value, label: t(`taxRounding.${value}`) }))}
      />
    </>
  );
}

function Orders() {
  const { t } = useTranslation('tenants');
  const { values } = useForm();
  return (
    <>
      <NumberField name="pickupWindowMinutes" unit={t('unit.minutes')} hint={t('hint.pickupWindow')} />
      <SwitchField name="autoRefundOnFailure" hint={t('hint.autoRefund')} />
      <SelectField
        name="undeliveredRule"
        hint={t('hint.undelivered')}
        options={UndeliveredRule.options.map((value) => ({ value, label: t(`undeliveredRule.${value}`) }))}
      />
      <NumberField name="undeliveredAfterMinutes" unit={t('unit.minutes')} hint={t('hint.undeliveredAfter')} />
      <MoneyField name="refundStepUpMinor" currency={displayFacts(values).currency} hint={t('hint.refundStepUp')} />
    </>
  );
}

function Devices() {
  const { t } = useTranslation('tenants');
  return (
    <>
      <NumberField name="fridgeLimitCelsius" unit="°C" hint={t('hint.fridgeLimit')} />
      <NumberField name="lendFromPercent" unit="%" hint={t('hint.lendFrom')} />
    </>
  );
}

function Security() {
  const { t } = useTranslation('tenants');
  return <NumberField name="sessionIdleHours" unit={t('unit.hours')} hint={t('hint.sessionIdle')} />;
}

function Sample({ label, children }: { label: string; children: string }) {
  return (
    <p className="settings-sample">
      <span>{label}</span> <strong className="figures">{children}</strong>
    </p>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <p className="settings-note settings-warning" role="status">
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </p>
  );
}
