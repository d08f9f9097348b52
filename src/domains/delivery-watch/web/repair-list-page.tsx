import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { type DeliveryRepair, deliveryRepairs } from '../contract/delivery-repairs.ts';
import { deliveryWatchEndpoints } from '../contract/endpoints.ts';
import { RepairDialog } from './repair-dialog.tsx';
import { stepWords, TONE_OF_STEP } from './step-words.ts';

const stateTags = statusTags('delivery-watch:state', {
  waits_robot: 'warning',
  waits_person: 'danger',
  made_again: 'info',
  refunding: 'info',
  closed: 'neutral',
});

/** The open ones are what the page is for; those of before show what became of each. */
export default recordsPage(deliveryRepairs, {
  icon: 'check',
  shown: ['orderNo', 'state', 'outcome', 'reason', 'cups', 'amountMinor', 'spotId', 'foundAt', 'closedAt'],
  widths: { orderNo: 228, state: 176 },
  live: { kind: 'order', id: 'orderNo' },
  views: [{ key: 'all' }, { key: 'open', request: { state: '!closed' } }],
  cells: {
    orderNo: (row) => (
      <Link to={orderAddress(row.orderNo)}>
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    state: (row) => <StatusTag of={stateTags} code={row.state} />,
  },
  facts: ['orderNo', 'outcome', 'reason', 'rule', 'cups', 'amountMinor', 'spotId', 'robotImei', 'foundAt', 'closedAt'],
  actions: Figures,
  below: (row) => <Evidence row={row} />,
});

/** In one line whether anything is open: nothing is the rule. */
function Figures() {
  const { t } = useTranslation('delivery-watch');
  const { data } = useQuery({
    queryKey: ['delivery-watch', 'figures'],
    queryFn: ({ signal }) => call(deliveryWatchEndpoints.figures, {}, { signal, notices: 'none' }),
    refetchInterval: 60_000,
  });
  if (!data) return null;
  return (
    <>
      <span className="quiet">{t('figures.month', { ...data })}</span>
      {data.open === 0 ? (
        <Tag tone="success">{t('figures.none')}</Tag>
      ) : (
        <Tag tone="danger">{t('figures.open', { count: data.open })}</Tag>
      )}
    </>
  );
}

/** What was seen, what was decided and why, and what came of it. */
function Evidence({ row }: { row: DeliveryRepair }) {
  const { t } = useTranslation('delivery-watch');
  const [asking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: ['delivery-watch', 'evidence', row.id, row.state],
    queryFn: ({ signal }) => call(deliveryWatchEndpoints.evidence, { id: row.id }, { signal, notices: 'none' }),
  });
  const waits = row.state === 'waits_person' || row.state === 'waits_robot';
  return (
    <>
      {waits && (
        <ActionButton
          kind="primary"
          action={{
            key: 'repair',
            label: t('repair.button'),
            icon: 'refresh',
            by: deliveryWatchEndpoints.repair,
            onSelect: () => setAsking(true),
          }}
        />
      )}
      <h3>{t('evidence.title')}</h3>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ steps }) => (
          <Timeline
            label={t('evidence.title')}
            // of what happened in the same moment the last stands first as well
            entries={steps.toReversed().map((step) => ({
              ...{ id: step.id, at: step.at, who: step.actor, raw: step.detail },
              what: stepWords(step, t),
              ...(TONE_OF_STEP[step.kind] ? { tone: TONE_OF_STEP[step.kind] } : {}),
            }))}
          />
        )}
      </Loaded>
      {asking && <RepairDialog row={row} onClose={() => setAsking(false)} />}
    </>
  );
}
