import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordEdits, RecordSectionFacts, type Row, recordName } from '#system/records/web/record-page.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { FEE_PLANS, feePlanForm } from '../contract/addresses.ts';
import { feePlanEndpoints } from '../contract/endpoints.ts';
import { type FeePlanRecord, feePlans, planOf } from '../contract/fee-plans.ts';
import { FeeLab } from './fee-lab.tsx';
import { FEE_PLAN_SECTIONS } from './fee-plan-sections.ts';
import { FeeReplay } from './fee-replay.tsx';

// the machinery reads fields by their names
const kind = feePlans as unknown as RecordKind;
const rowOf = (plan: FeePlanRecord) => plan as unknown as Row;

/** One plan: what it says, what it costs, and who changed what. */
export default function FeePlanDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('fee-plans');
  const queryKey = ['fee-plans', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(feePlans.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === feePlans.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const name = query.data && recordName(kind, rowOf(query.data));
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={name ?? t('kind.page')}
      name={name}
      back={{ to: FEE_PLANS, label: t('detail.toList') }}
      state={(plan) => plan.isDefault && <Tag>{t('field.isDefault')}</Tag>}
      actions={(plan) => <PlanActions plan={plan} />}
      viewsLabel={t('detail.views')}
      views={[
        {
          key: 'overview',
          label: t('detail.overview'),
          content: (plan) => (
            <RecordColumns
              main={
                <Card title={t('lab.title')}>
                  <PlanLab plan={plan} />
                </Card>
              }
              facts={<RecordSectionFacts kind={kind} row={rowOf(plan)} sections={FEE_PLAN_SECTIONS} />}
            />
          ),
        },
        {
          key: 'history',
          label: t('detail.history'),
          content: () => (
            <Card>
              <RecordEdits kind={kind} id={id} />
            </Card>
          ),
        },
      ]}
    />
  );
}

function PlanLab({ plan }: { plan: FeePlanRecord }) {
  const kept = useMemo(() => planOf(plan), [plan]);
  return (
    <>
      <FeeLab plan={kept} />
      <FeeReplay plan={kept} planId={plan.id} />
    </>
  );
}

function PlanActions({ plan }: { plan: FeePlanRecord }) {
  const { t } = useTranslation('fee-plans');
  return (
    <>
      {!plan.isDefault && (
        <ActionButton
          action={{
            key: 'makeDefault',
            label: t('makeDefault'),
            by: feePlanEndpoints.makeDefault,
            onSelect: () => void call(feePlanEndpoints.makeDefault, { id: plan.id }),
          }}
        />
      )}
      <ActionButton
        kind="primary"
        action={{
          key: 'edit',
          label: t('detail.edit'),
          icon: 'edit',
          by: feePlans.endpoints.edit,
          to: feePlanForm(plan.id),
        }}
      />
    </>
  );
}
