import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useFaultText, useForm } from '#ui/form-dialog/form-context.ts';
import { feePlans, planOf, pricesOf } from '../contract/fee-plans.ts';
import { FeePlan } from '../contract/plan.ts';
import { keptPlanFaults, planFaults } from '../rules/plan-faults.ts';
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
  if (!drawn) return <p className="quiet">{t('lab.incomplete')}</p>;
  return (
    <>
      <PlanFaults plan={drawn} />
      {planFaults(drawn).length === 0 && (
        <>
          <FeeLab plan={drawn} kept={kept.data && planOf(kept.data)} />
          <FeeReplay plan={drawn} planId={id} />
        </>
      )}
    </>
  );
}

/** What a save would refuse, before anybody tries to. */
function PlanFaults({ plan }: { plan: FeePlan }) {
  const { t } = useTranslation('fee-plans');
  const faultText = useFaultText('fee-plans');
  const faults = keptPlanFaults(plan);
  return (
    faults.length > 0 && (
      <ul className="fee-plan-faults" aria-label={t('lab.faults')}>
        {faults.map(({ path, code }) => {
          const [, place, field] = /^phases\.(\d+)\.(\w+)$/.exec(path) ?? [];
          const row = place && t('kind.row.phases', { number: Number(place) + 1 });
          const name = field ? `phases.${field}` : path;
          return (
            <li key={path} className="field-fault">
              {[row, t(`field.${name}`), faultText({ key: code })].filter(Boolean).join(': ')}
            </li>
          );
        })}
      </ul>
    )
  );
}
