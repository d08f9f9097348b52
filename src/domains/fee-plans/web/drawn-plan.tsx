import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { feePlans, planOf, pricesOf } from '../contract/fee-plans.ts';
import { FeePlan } from '../contract/plan.ts';
import { planFaults } from '../rules/plan-faults.ts';
import { FeeLab } from './fee-lab.tsx';
import { FeeReplay } from './fee-replay.tsx';

/** What the plan in the form costs, while it is written; beside what is kept of it. */
export function DrawnPlan() {
  const { t } = useTranslation('fee-plans');
  const { values } = useForm();
  const id = typeof values['id'] === 'string' ? values['id'] : undefined;
  const kept = useQuery({
    queryKey: ['fee-plans', 'one', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(feePlans.endpoints.one, { id: id ?? '' }, { signal, notices: 'none' }),
  });
  // the same plan as long as nobody changes a field of it
  const drawn = useMemo(
    () => FeePlan.safeParse({ ...pricesOf(values), phases: values['phases'] ?? [] }).data,
    [values],
  );
  if (!drawn || planFaults(drawn).length > 0) return <p className="quiet">{t('lab.incomplete')}</p>;
  return (
    <>
      <FeeLab plan={drawn} kept={kept.data && planOf(kept.data)} />
      <FeeReplay plan={drawn} planId={id} />
    </>
  );
}
