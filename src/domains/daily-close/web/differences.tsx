import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Card } from '#ui/card/card.tsx';
import { Money } from '#ui/money/money.tsx';
import { ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Select } from '#ui/select/select.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { DIFFERENCE_STATES, type MendingAct } from '../contract/codes.ts';
import { type CloseDifference, type DayClose, dailyCloseEndpoints } from '../contract/endpoints.ts';
import { subjectPage } from './links.ts';
import { differenceStateTags } from './tags.ts';

export type Asked = { readonly of: CloseDifference; readonly what: MendingAct | 'accept' | 'note' };

interface DifferencesProps {
  close: DayClose;
  onAsk: (asked: Asked) => void;
}

/** What does not fit together, each with what to do next; narrowed by state and kind in the address. */
export function Differences({ close, onAsk }: DifferencesProps) {
  const { t } = useTranslation('daily-close');
  const [params, setParams] = useSearchParams();
  const [state, kind] = [params.get('state') ?? '', params.get('kind') ?? ''];
  const choose = (name: string, value: string): void => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true });
  };
  const { differences } = close;
  const kinds = [...new Set(differences.map((one) => one.kind))];
  const shown = differences.filter(
    (one) => (state === '' || one.state === state) && (kind === '' || one.kind === kind),
  );
  const isLocked = close.state === 'signed' || close.state === 'running';
  if (differences.length === 0) return null;
  return (
    <Card
      title={t('day.differences')}
      flush
      extra={
        <div className="close-filters">
          <Select
            label={t('difference.filterState')}
            none={t('difference.allStates')}
            value={state}
            options={DIFFERENCE_STATES.map((value) => ({ value, label: t(`differenceState.${value}`) }))}
            onChange={(value) => choose('state', value)}
          />
          <Select
            label={t('difference.filterKind')}
            none={t('difference.allKinds')}
            value={kind}
            options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(value) => choose('kind', value)}
          />
        </div>
      }
    >
      {shown.length === 0 ? (
        <p className="quiet close-none">{t('day.filteredNone')}</p>
      ) : (
        <ScrollBox label={t('day.differences')}>
          <table className="plain-table close-differences">
            <thead>
              <tr>
                <th scope="col">{t('difference.kind')}</th>
                <th scope="col">{t('difference.subject')}</th>
                <th scope="col" className="end">
                  {t('difference.expected')}
                </th>
                <th scope="col" className="end">
                  {t('difference.found')}
                </th>
                <th scope="col">{t('difference.state')}</th>
                <th scope="col" className="close-acts">
                  <span className="visually-hidden">{t('difference.more')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((one) => (
                <Row key={one.id} of={one} isLocked={isLocked} onAsk={onAsk} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}

function Row({ of, isLocked, onAsk }: { of: CloseDifference; isLocked: boolean; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('daily-close');
  const isOpen = of.state === 'open';
  return (
    <tr>
      <th scope="row">
        <strong>{t(`kinds.${of.kind}`)}</strong>
        {isOpen && <div className="quiet close-next">{t(`next.${of.kind}`)}</div>}
        {of.note !== '' && <div className="close-note">{t('difference.note', { note: of.note })}</div>}
        {of.reason !== '' && (
          <div className="close-note">
            {of.settledByName === '' ? of.reason : t('difference.by', { name: of.settledByName, reason: of.reason })}
          </div>
        )}
      </th>
      <td>
        <About of={of} />
      </td>
      <Side minor={of.expectedMinor} of={of} />
      <Side minor={of.foundMinor} of={of}>
        {of.cups > 0 && <div className="quiet">{t('difference.cups', { count: of.cups })}</div>}
      </Side>
      <td>
        <StatusTag of={differenceStateTags} code={of.state} />
      </td>
      <td className="close-acts">{isOpen && !isLocked && <Acts of={of} onAsk={onAsk} />}</td>
    </tr>
  );
}

function About({ of }: { of: CloseDifference }) {
  const to = subjectPage(of);
  return (
    <>
      {to && (
        <Link to={to}>
          <RecordNumber of={of.orderNo} />
        </Link>
      )}
      {!to && <span className="close-ref">{of.subjectNo}</span>}
      {to && of.providerRef !== '' && <div className="quiet close-ref">{of.providerRef}</div>}
      {of.happenedAt && (
        <div className="quiet">
          <Time at={of.happenedAt} />
        </div>
      )}
    </>
  );
}

function Side({ minor, of, children }: { minor: number | null; of: CloseDifference; children?: ReactNode }) {
  return (
    <td className="end">
      {minor !== null && of.currency !== '' && <Money minor={minor} currency={of.currency as Currency} />}
      {children}
    </td>
  );
}

function Acts({ of, onAsk }: { of: CloseDifference; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('daily-close');
  return (
    <ActionMenu
      small
      label={t('difference.next')}
      actions={[
        ...of.acts.map((act) => ({
          ...{ key: `${of.id} ${act}`, label: t(`act.${act}`), by: dailyCloseEndpoints.mend },
          onSelect: () => onAsk({ of, what: act }),
        })),
        {
          ...{ key: `${of.id} note`, label: t('action.note'), by: dailyCloseEndpoints.note },
          onSelect: () => onAsk({ of, what: 'note' }),
        },
        {
          ...{ key: `${of.id} accept`, label: t('action.accept'), by: dailyCloseEndpoints.accept },
          onSelect: () => onAsk({ of, what: 'accept' }),
        },
      ]}
    />
  );
}
