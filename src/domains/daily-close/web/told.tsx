import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Card } from '#ui/card/card.tsx';
import { Money } from '#ui/money/money.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Time } from '#ui/time/time.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { closeDayPage } from '../contract/addresses.ts';
import type { CloseCorrection, DayClose, HappenedToClose } from '../contract/endpoints.ts';
import { subjectPage } from './links.ts';
import { useLineWords } from './use-line-words.ts';

/** Right, and booked on another day by one of both. */
export function TimingList({ close: { timing } }: { close: DayClose }) {
  const { t } = useTranslation('daily-close');
  if (timing.length === 0) return null;
  return (
    <Card title={`${t('day.timing')} (${timing.length})`} flush>
      <p className="quiet close-about">{t('day.timingAbout')}</p>
      <ScrollBox label={t('day.timing')}>
        <table className="plain-table close-timing">
          <thead>
            <tr>
              <th scope="col">{t('day.what')}</th>
              <th scope="col">{t('difference.subject')}</th>
              <th scope="col">{t('day.ours')}</th>
              <th scope="col">{t('day.theirs')}</th>
              <th scope="col" className="end">
                {t('day.amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {timing.map((one) => {
              const to = subjectPage({ subject: 'order', orderNo: one.orderNo });
              return (
                <tr key={`${one.kind} ${one.providerRef} ${one.orderNo} ${one.amountMinor}`}>
                  <th scope="row">{t(`timingKind.${one.kind}`)}</th>
                  <td>
                    {to ? (
                      <Link to={to}>
                        <RecordNumber of={one.orderNo} />
                      </Link>
                    ) : (
                      one.providerRef
                    )}
                  </td>
                  <td>{one.ourAt ? <Time at={one.ourAt} /> : t('day.waits')}</td>
                  <td>{one.theirAt ? <Time at={one.theirAt} /> : t('day.waits')}</td>
                  <td className="end">
                    <Money minor={one.amountMinor} currency={one.currency as Currency} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

/** What changed after a sign-off, and where it is counted. */
export function Corrections({ close }: { close: DayClose }) {
  const { t, i18n } = useTranslation('daily-close');
  const words = useLineWords();
  if (close.corrections.length === 0) return null;
  const count = new Intl.NumberFormat(i18n.language, { signDisplay: 'exceptZero' });
  const isOwn = (one: CloseCorrection) => one.ofDay === close.day;
  return (
    <Card title={t('day.corrections')} flush>
      <table className="plain-table close-lines">
        <tbody>
          {close.corrections.map((one) => (
            <tr key={`${one.ofDay} ${one.inDay} ${one.section} ${one.key} ${one.currency}`}>
              <th scope="row">
                {t(`section.${one.section}`)}: {words(one)}
                <div className="quiet">
                  <Link to={closeDayPage(isOwn(one) ? one.inDay : one.ofDay)}>
                    {isOwn(one)
                      ? t('day.correctionsOf', { day: one.inDay })
                      : t('day.correctionsIn', { day: one.ofDay })}
                  </Link>
                </div>
              </th>
              <td className="end figures">{one.number === 0 ? '' : count.format(one.number)}</td>
              <td className="end">
                {one.currency !== '' && <Money minor={one.amountMinor} currency={one.currency as Currency} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const TONES = { signed: 'success', unlocked: 'warning', run: 'info' } as const;

/** Who did what with the day. */
export function CloseHistory({ close: { events } }: { close: DayClose }) {
  const { t } = useTranslation('daily-close');
  if (events.length === 0) return null;
  return (
    <Card title={t('day.history')} className="close-history">
      <Timeline
        label={t('day.history')}
        entries={events.map((event) => ({
          ...{ id: event.id, at: event.at, who: event.actor, raw: event.detail, what: eventWords(event, t) },
          ...(event.what in TONES ? { tone: TONES[event.what as keyof typeof TONES] } : {}),
        }))}
      />
    </Card>
  );
}

function eventWords({ what, detail }: HappenedToClose, t: TFunction): string {
  const kind = typeof detail['kind'] === 'string' ? t(`kinds.${detail['kind']}`) : '';
  const act = typeof detail['act'] === 'string' ? t(`act.${detail['act']}`) : '';
  return t(`event.${what}`, { ...detail, kind, act });
}
