import { useTranslation } from 'react-i18next';
import type { Currency } from '#platform/money/contract/currency.ts';
import { Money, useFormatMoney } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { PriceResult, PriceTraceRow } from '../../contract/price.ts';
import { type ExplainedFacts, explainedSteps, type LeftOutStep } from '../../rules/explained-steps.ts';

interface PriceStepsProps {
  price: PriceResult;
  currency: Currency;
  /** What the lines are called. */
  names: readonly (string | undefined)[];
  facts: ExplainedFacts;
  /** Why the coupon was refused. */
  refusal?: string | undefined;
}

/** Steps that a reader looks for; the others lead there. */
const RESULTS: ReadonlySet<PriceTraceRow['step']> = new Set(['subtotal', 'total', 'payable']);

/** Each step with its rule and its amount; what did nothing stands in its place with the reason. */
export function PriceSteps({ price, currency, names, facts, refusal }: PriceStepsProps) {
  const { t } = useTranslation('pricing');
  return (
    <ScrollBox label={t('explain.title')}>
      <table className="plain-table price-steps">
        <thead>
          <tr>
            <th scope="col">{t('explain.step')}</th>
            <th scope="col">{t('explainer.rule')}</th>
            <th scope="col" className="end">
              {t('explain.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {explainedSteps(price, facts).map((one, at) =>
            'taken' in one ? (
              <TakenRow key={at} row={one.taken} names={names} currency={currency} />
            ) : (
              <LeftOutRow key={at} left={one.leftOut} currency={currency} refusal={refusal} />
            ),
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface TakenRowProps {
  row: PriceTraceRow;
  names: PriceStepsProps['names'];
  currency: Currency;
}

export function TakenRow({ row: { step, detail, amountMinor }, names, currency }: TakenRowProps) {
  const { t } = useTranslation('pricing');
  const { line, formula } = readDetail(detail);
  const name = line === undefined ? undefined : (names[line] ?? t('explainer.line', { number: line + 1 }));
  const amount = <Money minor={amountMinor} currency={currency} />;
  return (
    <tr>
      <td>
        {RESULTS.has(step) ? <strong>{t(`priceStep.${step}`)}</strong> : t(`priceStep.${step}`)}
        {name && <div className="quiet">{name}</div>}
      </td>
      <td className="quiet figures">{formula}</td>
      <td className="end">{RESULTS.has(step) ? <strong>{amount}</strong> : amount}</td>
    </tr>
  );
}

function LeftOutRow({
  left,
  currency,
  refusal,
}: {
  left: LeftOutStep;
  currency: Currency;
  refusal: string | undefined;
}) {
  const { t } = useTranslation('pricing');
  const money = useFormatMoney();
  const { step, why, range } = left;
  const from = range && money(range.minMinor, currency);
  const to = range && money(range.maxMinor, currency);
  const isRefused = why === 'couponRefused';
  return (
    <tr className={isRefused ? 'price-refused' : 'price-left-out'}>
      <td>{t(`priceStep.${step}`)}</td>
      <td>{isRefused && refusal ? t('explainer.refused', { reason: refusal }) : t(`leftOut.${why}`, { from, to })}</td>
      <td className="end">–</td>
    </tr>
  );
}

/** `#2 450 × 10 %` is about the second line. */
function readDetail(detail: string): { line: number | undefined; formula: string } {
  const [, number, formula = ''] = /^#(\d+) ?(.*)$/.exec(detail) ?? [];
  return number === undefined ? { line: undefined, formula: detail } : { line: Number(number) - 1, formula };
}
