import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { currentTenant } from '#platform/viewer/web/use-tenant.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { type CouponRule, couponRules } from '../contract/coupon-rules.ts';
import { couponRuleEndpoints } from '../contract/endpoints.ts';
import { ruleDefaults } from '../rules/rule-defaults.ts';
import { openRuleDialog, RuleDialogs } from './rule-dialogs.tsx';
import { RuleForm } from './rule-form.tsx';
import { NextSendings } from './rule-preview.tsx';
import { runTags } from './run-tags.ts';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'on', request: { status: 'enabled' } },
  { key: 'off', request: { status: 'disabled' } },
];

const Page = recordsPage(couponRules, {
  icon: 'schedule',
  views: VIEWS,
  shown: ['name', 'couponId', 'rewardType', 'nextRunAt', 'lastRunAt', 'lastState', 'sentTotal', 'status'],
  widths: { name: 200, couponId: 180, rewardType: 140, nextRunAt: 168, lastRunAt: 168, lastState: 136, sentTotal: 96 },
  cells: { lastState: (row) => (row.lastState === '' ? '–' : <StatusTag of={runTags} code={row.lastState} />) },
  form: (props) => <RuleForm {...props} />,
  formWidth: 960,
  formValues: () => ruleDefaults(currentTenant()?.rewardDefaults),
  actions: SharedTenants,
  below: (row) => <NextSendings rule={row} />,
  rowActions: (row, t) => ruleActions(row, t),
});

/** What sends coupons by itself. */
export default function RuleListPage() {
  return (
    <>
      <Page />
      <RuleDialogs />
    </>
  );
}

function ruleActions(row: CouponRule, t: TFunction): RowAction[] {
  const who: RowAction = {
    ...{ key: 'who', label: t('who.button'), icon: 'user', by: couponRuleEndpoints.who },
    onSelect: () => openRuleDialog({ who: row }),
  };
  const isByClock = row.rewardType === 1 || row.rewardType === 4;
  if (!isByClock || row.status !== 'enabled') return [who];
  return [
    who,
    {
      ...{ key: 'run', label: t('run.add'), icon: 'play', by: couponRuleEndpoints.addRun },
      onSelect: () => openRuleDialog({ run: row }),
    },
  ];
}

function SharedTenants() {
  const { t } = useTranslation('coupon-rules');
  return (
    <ActionButton
      action={{
        ...{ key: 'shared', label: t('shared.button'), icon: 'tenant', by: couponRuleEndpoints.lendings },
        onSelect: () => openRuleDialog({ shared: true }),
      }}
    />
  );
}
