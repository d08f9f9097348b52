import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Card } from '#ui/card/card.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { DayClose, SheetLine } from '../contract/endpoints.ts';
import { rowsBehind } from './links.ts';

/** Money of each side; disputes only where there were some. */
const WAYS = ['payments', 'refunds', 'disputes'] as const;

/** Our book, the provider's, and what was handed out, beside each other. */
export function ThreeWays({ close }: { close: DayClose }) {
  const { t } = useTranslation('daily-close');
  const lines = close.lines.filter(({ section }) => section === 'match');
  const find = (key: string, currency = '') => lines.find((line) => line.key === key && line.currency === currency);
  const currencies = [...new Set(lines.flatMap(({ currency }) => (currency === '' ? [] : [currency])))].sort();
  const rowsOf = (key: string) => rowsBehind({ section: 'match', key }, close.day);
  const count = (key: string) => find(key)?.number ?? 0;
  const failed = close.lines.find(({ section, key }) => section === 'deliveries' && key === 'failed')?.number ?? 0;
  return (
    <Card title={t('day.match')} flush>
      <ScrollBox label={t('day.match')}>
        <table className="plain-table close-ways">
          <thead>
            <tr>
              <th scope="col">{t('day.what')}</th>
              <th scope="col" className="end">
                {t('day.ours')}
              </th>
              <th scope="col" className="end">
                {t('day.theirs')}
              </th>
              <th scope="col" className="end">
                {t('day.apart')}
              </th>
            </tr>
          </thead>
          <tbody>
            {currencies.flatMap((currency) =>
              WAYS.filter(
                (what) => what !== 'disputes' || find('disputes.ours', currency) || find('disputes.provider', currency),
              ).map((what) => (
                <Compared
                  key={`${what} ${currency}`}
                  what={what}
                  label={currencies.length > 1 ? `${t(`day.${what}`)}, ${currency}` : t(`day.${what}`)}
                  currency={currency as Currency}
                  ours={find(`${what}.ours`, currency)}
                  theirs={find(`${what}.provider`, currency)}
                  to={currencies.length === 1 ? rowsOf(`${what}.ours`) : undefined}
                />
              )),
            )}
            <Counted
              label={t('day.cups')}
              ours={t('day.paidCups', { count: count('cups.paid') })}
              theirs={[
                t('day.madeCups', { count: count('cups.made') }),
                ...(failed > 0 ? [t('day.failedCups', { count: failed })] : []),
              ].join(' · ')}
              to={count('cups.paid') > 0 ? rowsOf('cups.paid') : undefined}
            />
            {(count('units.out') > 0 || count('units.over') > 0) && (
              <Counted
                label={t('day.units')}
                ours={t('day.outUnits', { count: count('units.out') })}
                theirs={t('day.overUnits', { count: count('units.over') })}
              />
            )}
          </tbody>
        </table>
      </ScrollBox>
      <p className={close.openCount > 0 ? 'close-verdict close-open' : 'close-verdict close-fits'}>
        <Icon name={close.openCount > 0 ? 'warning' : 'check'} />
        <span>{close.openCount > 0 ? t('day.open', { count: close.openCount }) : t('day.noDifferences')}</span>
      </p>
    </Card>
  );
}

type Side = Pick<SheetLine, 'number' | 'amountMinor'> | undefined;

interface ComparedProps {
  what: (typeof WAYS)[number];
  label: string;
  currency: Currency;
  ours: Side;
  theirs: Side;
  /** The rows of our side. */
  to: string | undefined;
}

function Compared({ what, label, currency, ours, theirs, to }: ComparedProps) {
  const { t } = useTranslation('daily-close');
  if (!ours && !theirs) return null;
  const apart = (theirs?.amountMinor ?? 0) - (ours?.amountMinor ?? 0);
  const side = (of: Side, rows?: string) => {
    const counted = t(`day.counted.${what}`, { count: of?.number ?? 0 });
    return (
      <td className="end">
        <span className="quiet figures close-counted">{rows && of ? <Link to={rows}>{counted}</Link> : counted}</span>
        <span className="quiet close-between"> · </span>
        <Money minor={of?.amountMinor ?? 0} currency={currency} />
      </td>
    );
  };
  return (
    <tr>
      <th scope="row">{label}</th>
      {side(ours, to)}
      {side(theirs)}
      <td className={apart === 0 ? 'end quiet' : 'end close-apart'}>
        {apart === 0 ? '–' : <Money minor={apart} currency={currency} />}
      </td>
    </tr>
  );
}

interface CountedProps {
  label: string;
  ours: string;
  theirs: string;
  /** The rows of our side. */
  to?: string | undefined;
}

function Counted({ label, ours, theirs, to }: CountedProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="end figures">{to ? <Link to={to}>{ours}</Link> : ours}</td>
      <td className="end figures">{theirs}</td>
      <td />
    </tr>
  );
}
