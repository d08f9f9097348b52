import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { DictionarySearchField } from '#system/dictionaries/web/index.ts';
import { HelpLink } from '#system/help/web/index.ts';
import { JUMP_TYPES, PRESET_PAGES } from '#system/tenants/contract/carousel.ts';
import { SEND_FREQUENCIES } from '#system/tenants/contract/reward-config.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import {
  MOST_SLIDES,
  POINT_MODES,
  RewardConfig,
  TenantSettingsForm,
} from '#system/tenants/contract/tenant-settings.ts';
import { DateField } from '#ui/date/date-field.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { ImageField } from '#ui/image-field/image-field.tsx';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { TimeWindowField } from '#ui/time-window/time-window-field.tsx';
import { configOf } from '../../rules/config-text.ts';
import { SettingsForm, type SettingsSection } from './settings-form.tsx';

const hasFrequency = (value: unknown): boolean => Boolean((value as { frequency?: unknown } | null)?.frequency);
/** Without a frequency there are no defaults; with one they are as complete as the call wants them. */
const RewardOrNone = z.unknown().superRefine((value, context) => {
  if (!hasFrequency(value)) return;
  for (const issue of RewardConfig.safeParse(value).error?.issues ?? [])
    context.addIssue(issue as Parameters<typeof context.addIssue>[0]);
});
const schema = TenantSettingsForm.pick({
  version: true,
  timeZone: true,
  timeFormat: true,
  depositMinor: true,
  orderReminderDistance: true,
  userPointConfig: true,
  accumulationPointLimit: true,
  carousel: true,
  quietHours: true,
  pushNeedsSecond: true,
  customerServiceEmail: true,
  maintenanceEmail: true,
}).extend({ rewardConfig: RewardOrNone.optional() });

const PRESET = { width: 128, height: 64 };
/** Closed, until somebody chooses. */
const NO_POINTS = { switch_type: 1, unit_value: 0, point_value: 0 };

const valuesOf = (info: TenantInfo) => ({
  version: info.version,
  timeZone: info.nextTimeZone ?? info.timeZone,
  timeFormat: info.timeFormat,
  depositMinor: info.depositMinor,
  orderReminderDistance: info.orderReminderDistance,
  userPointConfig: pointsOf(info),
  accumulationPointLimit: {
    enable: false,
    limit: 0,
    url: '',
    couponInfoId: '',
    ...configOf(info.accumulationPointLimit),
  },
  carousel: info.carousel.map(({ from, to, ...slide }) => ({ ...slide, from: from ?? undefined, to: to ?? undefined })),
  rewardConfig: info.rewardConfig ?? undefined,
  quietHours: info.quietHours ?? undefined,
  pushNeedsSecond: info.pushNeedsSecond,
  customerServiceEmail: info.customerServiceEmail,
  maintenanceEmail: info.maintenanceEmail,
});

/** Older settings hold the code as a text, or nothing at all. */
function pointsOf({ userPointConfig }: TenantInfo): Record<string, unknown> | undefined {
  if (userPointConfig === null) return undefined;
  const config = configOf(userPointConfig);
  return { ...NO_POINTS, ...config, switch_type: Number(config['switch_type'] ?? 0) };
}

const SECTIONS: readonly SettingsSection[] = [
  { key: 'customers', content: () => <Customers /> },
  { key: 'points', extra: <PointsHelp />, content: () => <Points /> },
  { key: 'stampCard', content: () => <StampCard /> },
  { key: 'carousel', content: () => <Carousel /> },
  { key: 'reward', content: () => <Reward /> },
  { key: 'messages', content: () => <Messages /> },
];

/** Domain 2: what customers meet: deposit, points, carousel, messages. */
export default function TenantConfigPage() {
  const { t } = useTranslation('tenants');
  return (
    <SettingsForm
      title={t('config.title')}
      lead={t('config.lead')}
      code="config"
      schema={schema}
      valuesOf={valuesOf}
      requestOf={({ rewardConfig, ...values }) => ({
        quietHours: null,
        ...(values as TenantSettingsForm),
        rewardConfig: hasFrequency(rewardConfig) ? (rewardConfig as RewardConfig) : null,
      })}
      sections={SECTIONS}
    />
  );
}

function Customers() {
  const { t } = useTranslation('tenants');
  return (
    <>
      <MoneyField name="depositMinor" hint={t('hint.deposit')} />
      <NumberField name="orderReminderDistance" unit="m" hint={t('hint.orderDistance')} />
      <TextField name="customerServiceEmail" type="email" hint={t('hint.serviceEmail')} />
      <TextField name="maintenanceEmail" type="email" hint={t('hint.maintenanceEmail')} />
    </>
  );
}

function PointsHelp() {
  const { t } = useTranslation('tenants');
  return <HelpLink to="points-configuration">{t('settings.pointsHelp')}</HelpLink>;
}

function Points() {
  const { t } = useTranslation('tenants');
  const { values } = useForm();
  const mode = valueAt(values, 'userPointConfig.switch_type');
  return (
    <>
      <RadioField
        name="userPointConfig.switch_type"
        label={t('field.pointMode')}
        required={false}
        options={POINT_MODES.map((value) => ({ value, label: t(`points.mode${value}`) }))}
      />
      {mode === 1 && <NumberField name="userPointConfig.unit_value" label={t('points.cups')} required />}
      {mode === 2 && <MoneyField name="userPointConfig.unit_value" label={t('points.amount')} required />}
      {(mode === 1 || mode === 2) && (
        <NumberField
          name="userPointConfig.point_value"
          label={t('points.value')}
          hint={t(mode === 1 ? 'points.hintCups' : 'points.hintAmount')}
          required
        />
      )}
    </>
  );
}

function StampCard() {
  const { t } = useTranslation('tenants');
  const { values } = useForm();
  const isOn = valueAt(values, 'accumulationPointLimit.enable') === true;
  return (
    <>
      <SwitchField name="accumulationPointLimit.enable" label={t('field.accumulation')} hint={t('hint.stampCard')} />
      {isOn && (
        <>
          <NumberField name="accumulationPointLimit.limit" label={t('field.accumulationLimit')} required />
          <DictionarySearchField
            name="accumulationPointLimit.couponInfoId"
            code="coupon,title,id"
            label={t('field.accumulationCoupon')}
            hint={t('hint.stampCoupon')}
          />
          <TextField
            name="accumulationPointLimit.url"
            type="url"
            label={t('field.accumulationUrl')}
            hint={t('hint.stampUrl')}
          />
        </>
      )}
    </>
  );
}

function Carousel() {
  const { t } = useTranslation('tenants');
  const { values } = useForm();
  return (
    <RowsField
      name="carousel"
      label={t('field.carousel.title')}
      blank={{ jumpType: 0 }}
      max={MOST_SLIDES}
      addLabel={t('carousel.add')}
      empty={t('carousel.none')}
      rowName={(place) => t('carousel.name', { number: place + 1 })}
      hint={t('carousel.hint', { most: MOST_SLIDES })}
    >
      {(at) => {
        const jumpType = Number(valueAt(values, `${at}.jumpType`) ?? 0);
        const target = valueAt(values, `${at}.target`);
        return (
          <>
            <ImageField name={`${at}.image`} kind="carousel" shownAt={PRESET} />
            <SelectField
              name={`${at}.jumpType`}
              options={JUMP_TYPES.map((value) => ({ value, label: t(`carousel.jump${value}`) }))}
            />
            {(jumpType !== 0 || (typeof target === 'string' && target !== '')) && (
              <TextField
                name={`${at}.target`}
                hint={t(jumpType > 2 ? 'carousel.address' : 'carousel.page', { pages: PRESET_PAGES.join(', ') })}
                required={jumpType !== 0}
              />
            )}
            <div className="form-row">
              <DateField name={`${at}.from`} />
              <DateField name={`${at}.to`} />
            </div>
          </>
        );
      }}
    </RowsField>
  );
}

function Reward() {
  const { t } = useTranslation('tenants');
  const { values } = useForm();
  const frequency = valueAt(values, 'rewardConfig.frequency');
  return (
    <>
      <p className="quiet">{t('reward.lead')}</p>
      <SelectField
        name="rewardConfig.frequency"
        label={t('field.frequency')}
        options={SEND_FREQUENCIES.map((value) => ({ value, label: t(`reward.${value}`) }))}
      />
      {typeof frequency === 'string' && (
        <>
          <TextField
            name="rewardConfig.executionTime"
            label={t('field.executionTime')}
            hint={t(`issue.tenant.execution-time.${frequency}`)}
            required
          />
          <NumberField name="rewardConfig.couponCount" label={t('field.couponCount')} required />
          <TextField
            name="rewardConfig.emailSuffixes"
            label={t('field.emailSuffixes')}
            hint={t('hint.emailSuffixes')}
          />
          <SwitchField name="rewardConfig.includeShared" label={t('field.includeShared')} />
        </>
      )}
    </>
  );
}

function Messages() {
  const { t } = useTranslation('tenants');
  return (
    <>
      <TimeWindowField name="quietHours" hint={t('hint.quietHours')} />
      <SwitchField name="pushNeedsSecond" hint={t('hint.pushNeedsSecond')} />
    </>
  );
}
