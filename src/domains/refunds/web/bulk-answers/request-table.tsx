import { useTranslation } from 'react-i18next';
import { Money } from '#ui/money/money.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import type { AskedRefund } from '../refund-queries.ts';
import type { Outcome } from './answer-one-by-one.ts';

const outcomeTags = statusTags('bulk-answers:outcome', {
  waiting: 'neutral',
  sending: 'busy',
  agreed: 'success',
  refused: 'success',
  failed: 'danger',
});

interface RequestTableProps {
  refunds: readonly AskedRefund[];
  agree: boolean;
  /** Of those that were sent, by the id of the refund. */
  outcomes: ReadonlyMap<string, Outcome>;
}

/** What is asked for, and once it is sent how far it is and what became of each. */
export function RequestTable({ refunds, agree, outcomes }: RequestTableProps) {
  const { t } = useTranslation('bulk-answers');
  const { t: tRefunds } = useTranslation('refunds');
  const isSent = outcomes.size > 0;
  return (
    <>
      {isSent && <Answered all={refunds.length} outcomes={outcomes} />}
      <ScrollBox label={t('requests')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{tRefunds('field.orderNo')}</th>
              <th scope="col">{tRefunds('refund.reason')}</th>
              <th scope="col" className="end">
                {tRefunds('refund.amount')}
              </th>
              {isSent && <th scope="col">{t('result')}</th>}
            </tr>
          </thead>
          <tbody>
            {refunds.map((refund) => (
              <tr key={refund.id}>
                <td>
                  <RecordNumber of={refund.orderNo} />
                </td>
                <td>
                  {refund.reason}
                  <div className="quiet">{refund.requestedByName || tRefunds('answer.customer')}</div>
                </td>
                <td className="end">
                  <Money minor={refund.amountMinor} currency={refund.currency} />
                </td>
                {isSent && (
                  <td>
                    <OutcomeOf outcome={outcomes.get(refund.id)} agree={agree} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}

function Answered({ all, outcomes }: { all: number; outcomes: RequestTableProps['outcomes'] }) {
  const { t } = useTranslation('bulk-answers');
  const count = (state: Outcome['state']) => [...outcomes.values()].filter((outcome) => outcome.state === state).length;
  const done = count('done');
  const failed = count('failed');
  return (
    <div role="status">
      <Progress label={t('progress')} value={done + failed} max={all} tone={failed > 0 ? 'warning' : 'info'} />
      {t('counts', { done, failed, all })}
    </div>
  );
}

function OutcomeOf({ outcome, agree }: { outcome: Outcome | undefined; agree: boolean }) {
  const state = outcome?.state ?? 'waiting';
  return (
    <>
      <StatusTag of={outcomeTags} code={state === 'done' ? (agree ? 'agreed' : 'refused') : state} />
      {outcome?.state === 'failed' && <div className="quiet">{outcome.reason}</div>}
    </>
  );
}
