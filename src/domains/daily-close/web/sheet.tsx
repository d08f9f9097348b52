import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Card } from '#ui/card/card.tsx';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { SheetSection } from '../contract/codes.ts';
import type { DayClose, SheetLine } from '../contract/endpoints.ts';
import { rowsBehind } from './links.ts';
import { useLineWords } from './use-line-words.ts';

const SHOWN: readonly SheetSection[] = [
  ...(['sales', 'tax', 'reductions', 'refunds', 'disputes', 'rentals', 'deliveries', 'provider'] as const),
];

/** In the order in which people read them; what is not named follows. */
const ORDER: readonly string[] = [
  ...(['orders', 'method.stripe', 'method.free', 'rentals'] as const),
  ...([
    'charges',
    'refunds',
    'refundsFailed',
    'disputes',
    'disputesBack',
    'bookedFees',
    'other',
    'fees',
    'net',
    'payouts',
  ] as const),
  ...(['started', 'ended', 'bought', 'sold', 'made', 'failed'] as const),
];
const place = ({ key }: SheetLine): number => (ORDER.includes(key) ? ORDER.indexOf(key) : ORDER.length);

/** The totals of the day; each number leads to its rows. */
export function Sheet({ close }: { close: DayClose }) {
  const { t } = useTranslation('daily-close');
  const bySection = Map.groupBy(close.lines, ({ section }) => section);
  const shown = SHOWN.filter((section) => bySection.has(section));
  if (shown.length === 0) return <Card title={t('day.sheet')}>{t('day.none')}</Card>;
  return (
    <div className="close-sheet">
      {shown.map((section) => (
        <Section key={section} section={section} lines={bySection.get(section) ?? []} day={close.day} />
      ))}
    </div>
  );
}

interface SectionProps {
  section: SheetSection;
  lines: readonly SheetLine[];
  day: string;
}

function Section({ section, lines, day }: SectionProps) {
  const { t } = useTranslation('daily-close');
  const hasBase = section === 'tax';
  const hasMoney = lines.some(({ currency }) => currency !== '');
  return (
    <Card title={t(`section.${section}`)} flush>
      <ScrollBox label={t(`section.${section}`)}>
        <table className="plain-table close-lines">
          <thead>
            <tr>
              <th scope="col">{t('day.what')}</th>
              <th scope="col" className="end">
                {t('day.number')}
              </th>
              {hasBase && (
                <th scope="col" className="end">
                  {t('day.base')}
                </th>
              )}
              {hasMoney && (
                <th scope="col" className="end">
                  {t('day.amount')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines
              .toSorted((a, b) => place(a) - place(b))
              .map((line) => (
                <Line
                  key={`${line.key} ${line.currency}`}
                  line={line}
                  day={day}
                  hasBase={hasBase}
                  hasMoney={hasMoney}
                />
              ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function Line({ line, day, hasBase, hasMoney }: { line: SheetLine; day: string; hasBase: boolean; hasMoney: boolean }) {
  const words = useLineWords();
  const { i18n } = useTranslation('daily-close');
  const count = new Intl.NumberFormat(i18n.language).format(line.number);
  const to = rowsBehind(line, day);
  const currency = line.currency as Currency;
  const strong = line.key === 'orders' || line.key === 'net';
  return (
    <tr className={strong && (line.section === 'sales' || line.section === 'provider') ? 'close-strong' : undefined}>
      <th scope="row">{words(line)}</th>
      <td className="end figures">{to ? <Link to={to}>{count}</Link> : count}</td>
      {hasBase && (
        <td className="end">
          <Money minor={line.baseMinor} currency={currency} />
        </td>
      )}
      {hasMoney && <td className="end">{line.currency && <Money minor={line.amountMinor} currency={currency} />}</td>}
    </tr>
  );
}
