import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { isPaid } from '#domains/orders/rules/order-status.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { orderStepTags } from '../order-tags.ts';
import { DrawnArt } from './drawn-art.tsx';

type Line = OrderDetail['lines'][number];
type Drink = OrderDetail['drinks'][number];

/** What was sold, as it was priced, and what became of each cup: a line of one cup tells both, one of several has a row a cup. */
export function GoodsAndCups({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  // nothing is made of an order that nobody paid
  const hasCups = isPaid(order.status);
  return (
    <ScrollBox label={t('detail.goods')}>
      <table className="plain-table goods-table">
        <thead>
          <tr>
            <th scope="col">{t('line.name')}</th>
            {hasCups && <th scope="col">{t('drink.step')}</th>}
            <th scope="col" className="end goods-count">
              {t('line.quantity')}
            </th>
            {(['unit', 'discount'] as const).map((key) => (
              <th key={key} scope="col" className="end goods-more">
                {t(`line.${key}`)}
              </th>
            ))}
            <th scope="col" className="end goods-tax">
              {t('line.tax')}
            </th>
            <th scope="col" className="end">
              {t('line.payable')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => {
            const cups = hasCups ? order.drinks.filter(({ lineNo }) => lineNo === line.lineNo) : [];
            return (
              <Fragment key={line.lineNo}>
                <LineRow order={order} line={line} cup={cups.length === 1 ? cups[0] : undefined} hasCups={hasCups} />
                {cups.length > 1 && cups.map((cup) => <CupRow key={cup.drinkNo} cup={cup} />)}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface LineRowProps {
  order: OrderDetail;
  line: Line;
  /** The only one of the line. */
  cup: Drink | undefined;
  hasCups: boolean;
}

function LineRow({ order, line, cup, hasCups }: LineRowProps) {
  const { i18n } = useTranslation('orders');
  const { currency } = order.money;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  const amount = (minor: number) => <Money minor={minor} currency={currency} />;
  return (
    <tr>
      <td>
        {line.quantity > 1 && <span className="goods-times">{line.quantity} × </span>}
        {line.name}
        {line.options.length > 0 && (
          <div className="quiet">
            {joinWords(
              line.options.map((option) => option.name),
              i18n.language,
            )}
          </div>
        )}
        <DrawnArt art={line.latteArt} />
      </td>
      {hasCups && <td>{cup && <CupState cup={cup} />}</td>}
      <td className="end goods-count">{line.quantity}</td>
      <td className="end goods-more">
        {amount(line.unitMinor)}
        {line.listPriceMinor !== line.unitMinor && (
          <div>
            <s className="quiet">{amount(line.listPriceMinor)}</s>
          </div>
        )}
      </td>
      <td className="end goods-more">
        {amount(line.listPriceMinor * line.quantity - line.amountMinor + line.discountMinor)}
      </td>
      <td className="end goods-tax">
        {amount(line.taxMinor)}
        <div className="quiet">{percent.format(line.taxRate / 1_000_000)}</div>
      </td>
      <td className="end">{amount(line.payableMinor)}</td>
    </tr>
  );
}

function CupRow({ cup }: { cup: Drink }) {
  const { t } = useTranslation('orders');
  return (
    <tr className="cup-row">
      <td>{t('drink.cup', { number: cup.drinkNo })}</td>
      <td colSpan={6}>
        <CupState cup={cup} />
      </td>
    </tr>
  );
}

/** How far the robot is with it, from when to when, and what went wrong. */
function CupState({ cup }: { cup: Drink }) {
  const { t } = useTranslation('orders');
  const clock = (at: string) => <Time at={at} part="clock" zone="never" />;
  return (
    <>
      <span className="cup-state">
        <StatusTag of={orderStepTags} code={cup.step} />
        {cup.startedAt && (
          <span className="quiet figures">
            {clock(cup.startedAt)}
            {cup.finishedAt && <> – {clock(cup.finishedAt)}</>}
          </span>
        )}
      </span>
      {cup.failure && <div className="quiet">{t(`drink.failure.${cup.failure}`, { defaultValue: cup.failure })}</div>}
      {cup.refunded && <div className="quiet">{t('drink.refunded')}</div>}
    </>
  );
}
