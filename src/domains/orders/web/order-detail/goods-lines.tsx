import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '#domains/orders/contract/order-record.ts';
import { joinWords } from '#ui/language/join-words.ts';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { DrawnArt } from './drawn-art.tsx';

/** What was sold, as it was priced. */
export function GoodsLines({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation('orders');
  const { currency } = order.money;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 3 });
  return (
    <ScrollBox label={t('detail.goods')}>
      <table className="plain-table goods-table">
        <thead>
          <tr>
            <th scope="col">{t('line.name')}</th>
            <th scope="col" className="end">
              {t('line.quantity')}
            </th>
            <th scope="col" className="end goods-more">
              {t('line.unit')}
            </th>
            <th scope="col" className="end goods-more">
              {t('line.discount')}
            </th>
            <th scope="col" className="end goods-tax">
              {t('line.tax')}
            </th>
            <th scope="col" className="end">
              {t('line.payable')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.lineNo}>
              <td>
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
              <td className="end">{line.quantity}</td>
              <td className="end goods-more">
                {line.listPriceMinor !== line.unitMinor && (
                  <s className="quiet">
                    <Money minor={line.listPriceMinor} currency={currency} />
                  </s>
                )}{' '}
                <Money minor={line.unitMinor} currency={currency} />
              </td>
              <td className="end goods-more">
                <Money
                  minor={line.listPriceMinor * line.quantity - line.amountMinor + line.discountMinor}
                  currency={currency}
                />
              </td>
              <td className="end goods-tax">
                <Money minor={line.taxMinor} currency={currency} />{' '}
                <span className="quiet">{percent.format(line.taxRate / 1_000_000)}</span>
              </td>
              <td className="end">
                <Money minor={line.payableMinor} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
