import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { EntryLine, EntryList } from '#ui/entry-list/entry-list.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { rentalEndpoints } from '../contract/endpoints.ts';
import type { RentalRepair } from '../contract/repair.ts';
import { openDismissal, settleRepair } from './repair-acts.tsx';
import './rentals.css';
import { RepairFacts, RepairWords, repairStateTags } from './repair-words.tsx';

const waitingFirst = (repairs: readonly RentalRepair[]): readonly RentalRepair[] =>
  repairs.toSorted((one, other) => Number(other.state === 'waiting') - Number(one.state === 'waiting'));

/** What full uploads said against this rental, with the buttons of those that wait. */
export function RepairCard({ repairs }: { repairs: readonly RentalRepair[] }) {
  const { t } = useTranslation('rental-repairs');
  if (repairs.length === 0) return null;
  return (
    <Card title={t('card')}>
      <EntryList>
        {waitingFirst(repairs).map((repair) => {
          const isWaiting = repair.state === 'waiting';
          return (
            <li key={repair.id}>
              <EntryLine>
                <strong>{t(`kindWord.${repair.kind}`)}</strong>
                <StatusTag of={repairStateTags} code={repair.state} />
              </EntryLine>
              <RepairWords of={repair} isWaiting={isWaiting} />
              <RepairFacts repair={repair} />
              {isWaiting && (
                <div className="repair-acts">
                  <ActionButton
                    kind="primary"
                    action={{
                      ...{ key: 'settle', label: t('settle.button'), icon: 'check', by: rentalEndpoints.settleRepair },
                      onSelect: () => settleRepair(repair.id, t('settle.done')),
                    }}
                  />
                  <ActionButton
                    action={{
                      ...{ key: 'dismiss', label: t('dismiss.button'), by: rentalEndpoints.dismissRepair },
                      onSelect: () => openDismissal(repair),
                    }}
                  />
                </div>
              )}
            </li>
          );
        })}
      </EntryList>
    </Card>
  );
}
