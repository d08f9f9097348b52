import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { feePlanForm, feePlanPage } from '../contract/addresses.ts';
import { feePlanEndpoints } from '../contract/endpoints.ts';
import { feePlans, planOf } from '../contract/fee-plans.ts';
import { FeeLab } from './fee-lab.tsx';

export default recordsPage(feePlans, {
  icon: 'table',
  shown: ['name', 'isDefault', 'freeMinutes', 'dailyCapMinor', 'maxDays', 'purchasePriceMinor', 'createdAt'],
  formPage: feePlanForm,
  pageOf: feePlanPage,
  below: (plan) => <FeeLab plan={planOf(plan)} />,
  rowActions: (plan, t) =>
    plan.isDefault
      ? []
      : [
          {
            key: 'makeDefault',
            label: t('makeDefault'),
            icon: 'check',
            by: feePlanEndpoints.makeDefault,
            onSelect: () => void call(feePlanEndpoints.makeDefault, { id: plan.id }),
          },
        ],
});
