import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { HelpLink } from '#system/help/web/index.ts';
import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { type CouponRule, type Frequency, RewardType } from '../contract/coupon-rules.ts';
import { TIME_PATTERNS } from '../rules/execution-time.ts';
import { NextSendings, WhoGetsIt } from './rule-preview.tsx';
import './coupon-rules.css';

/** What a rule says, beside when it sends and who would get it now. */
export function RuleForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('coupon-rules');
  const { values } = useForm();
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  const isTimed = Number(values['rewardType'] ?? RewardType.timed) === RewardType.timed;
  return (
    <div className="rule-form">
      <div className="rule-fields">
        {input('name')}
        <div className="rule-pair">
          {input('couponId')}
          {input('couponCount')}
        </div>
        {input('rewardType')}
        {isTimed ? <Times kind={kind} row={row} /> : <p className="field-hint">{t('hint.byCustomer')}</p>}
        <div className="rule-pair">
          {input('beginAt')}
          {input('endAt')}
        </div>
        <TextField name="emailSuffixes" hint={t('hint.emailSuffixes')} />
        {input('includeSharedTenants')}
        {input('status')}
        <p className="field-hint">
          {t('hint.fixed')} <HelpLink to="coupon-auto-send">{t('help')}</HelpLink>
        </p>
      </div>
      <aside className="rule-preview">
        <NextSendings rule={values as Partial<CouponRule>} />
        <WhoGetsIt rule={values as Partial<CouponRule>} />
      </aside>
    </div>
  );
}

function Times({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('coupon-rules');
  const { timeZone } = useTenant();
  const { values } = useForm();
  const frequency = (values['frequency'] ?? undefined) as Frequency | undefined;
  const pattern = frequency && TIME_PATTERNS[frequency];
  const hasDays = frequency === 'daily' || frequency === 'hourly';
  const hint =
    pattern &&
    [t('hint.executionTime', { pattern, zone: timeZone }), ...(hasDays ? [] : [t('hint.monthly')])].join(' ');
  return (
    <>
      <div className="rule-pair">
        <RecordInput kind={kind} name="frequency" id={row?.id} />
        <TextField name="executionTime" {...(hint ? { hint } : {})} {...(pattern ? { placeholder: pattern } : {})} />
      </div>
      {hasDays && (
        <div>
          <RecordInput kind={kind} name="weekdays" id={row?.id} />
          <p className="field-hint">{t('hint.weekdays')}</p>
        </div>
      )}
    </>
  );
}
