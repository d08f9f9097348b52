import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderStatistics } from '#domains/orders/contract/order-statistics.ts';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { Button } from '#ui/button/button.tsx';
import { joinWords } from '#ui/language/join-words.ts';

const HEIGHT = 160;
/** Above the highest bar there is room for its figure. */
const VALUE = 20;

/** Orders per hour as bars in plain SVG, with the same figures as a table for whoever prefers or needs it. */
export function HourChart({ statistics }: { statistics: OrderStatistics }) {
  const { t, i18n } = useTranslation('dashboard');
  const { timeZone } = useTenant();
  const [asTable, setAsTable] = useState(false);
  const hour = new Intl.DateTimeFormat(i18n.language, { hour: '2-digit', hourCycle: 'h23', timeZone });
  const rows = statistics.series.map((row) => ({
    label: hour.format(new Date(row.at)),
    orders: row.orders,
    cups: row.cups,
  }));
  const highest = Math.max(1, ...rows.map((row) => row.orders));
  const heightOf = (orders: number): number => (orders / highest) * (HEIGHT - VALUE);
  return (
    <>
      {asTable ? (
        <div className="hour-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('hours.hour')}</th>
                <th scope="col">{t('hours.orders')}</th>
                <th scope="col">{t('hours.cups')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index}>
                  <th scope="row">{row.label}</th>
                  <td>{row.orders}</td>
                  <td>{row.cups}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div
          className="hour-bars"
          role="img"
          aria-label={`${t('hours.title')}: ${joinWords(
            rows.filter((row) => row.orders > 0).map((row) => `${row.label} ${row.orders}`),
            i18n.language,
          )}`}
        >
          {rows.map((row, index) => (
            <div key={index} className="hour-bar" title={`${row.label}: ${row.orders}`}>
              <svg width="100%" height={HEIGHT} aria-hidden="true">
                <rect x="15%" width="70%" rx="2" y={HEIGHT - heightOf(row.orders)} height={heightOf(row.orders)} />
                {row.orders > 0 && (
                  <text x="50%" y={HEIGHT - heightOf(row.orders) - 5} textAnchor="middle">
                    {row.orders}
                  </text>
                )}
              </svg>
              <span className="figures">{index % 3 === 0 ? row.label : ''}</span>
            </div>
          ))}
        </div>
      )}
      <Button kind="link" small aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
        {t('hours.table')}
      </Button>
    </>
  );
}
