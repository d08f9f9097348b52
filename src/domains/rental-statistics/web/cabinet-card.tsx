import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cabinetPage, UNITS_PAGE } from '#domains/cabinets/contract/addresses.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Card } from '#ui/card/card.tsx';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { CabinetFigures, RentalStatistics } from '../contract/endpoints.ts';
import { type RentalFigureName, type RentalsCounted, rentalsBehind } from '../contract/figures.ts';
import { useDuration, usePercent } from './formats.ts';

const COLUMNS = ['lent', 'returned', 'arrived', 'notLent', 'revenue', 'average', 'utilisation', 'missing'] as const;

interface CabinetCardProps {
  statistics: RentalStatistics;
  counted: RentalsCounted;
}

/** Each cabinet with its figures; numbers open the rentals that they counted. */
export function CabinetCard({ statistics, counted }: CabinetCardProps) {
  const { t } = useTranslation('rental-statistics');
  if (statistics.cabinets.length === 0)
    return (
      <Card title={t('cabinets')}>
        <p className="dashboard-none">{t('none')}</p>
      </Card>
    );
  return (
    <Card title={t('cabinets')} flush>
      <ScrollBox label={t('cabinets')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('column.cabinet')}</th>
              {COLUMNS.map((key) => (
                <th key={key} scope="col" className="end">
                  {t(`column.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {statistics.cabinets.map((cabinet) => (
              <CabinetRow key={cabinet.id} cabinet={cabinet} counted={{ ...counted, cabinet: cabinet.imei }} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function CabinetRow({ cabinet, counted }: { cabinet: CabinetFigures; counted: RentalsCounted }) {
  const { i18n } = useTranslation();
  const { currency } = useTenant();
  const duration = useDuration();
  const percent = usePercent();
  const count = new Intl.NumberFormat(i18n.language);
  const linked = (name: RentalFigureName, value: number) => (
    <td className="end figures">
      {value === 0 ? (
        <span className="quiet">0</span>
      ) : (
        <Link to={rentalsBehind(name, counted)}>{count.format(value)}</Link>
      )}
    </td>
  );
  const { revenue } = cabinet;
  const shown = revenue.length > 0 ? revenue : [{ currency, netMinor: 0 }];
  return (
    <tr>
      <th scope="row">
        <Link to={cabinetPage(cabinet.imei)}>{cabinet.name}</Link>
        {cabinet.spotName && <div className="quiet">{cabinet.spotName}</div>}
      </th>
      {linked('lent', cabinet.lent)}
      {linked('returned', cabinet.returned)}
      {linked('arrived', cabinet.arrived)}
      {linked('notLent', cabinet.notLent)}
      <td className="end figures">
        {shown.map((sum) => (
          <div key={sum.currency}>
            <Link to={rentalsBehind('ended', counted)}>
              <Money minor={sum.netMinor} currency={sum.currency} />
            </Link>
          </div>
        ))}
      </td>
      <td className="end figures">
        <Link to={rentalsBehind('returned', counted)}>{duration(cabinet.averageSeconds)}</Link>
      </td>
      <td className="end figures">
        <Link to={rentalsBehind('inUse', counted)}>{percent(cabinet.utilisation)}</Link>
      </td>
      <td className="end figures">
        {cabinet.missing === 0 ? (
          <span className="quiet">0</span>
        ) : (
          <Link to={`${UNITS_PAGE}?state=missing&cabinetId=${cabinet.id}`}>{count.format(cabinet.missing)}</Link>
        )}
      </td>
    </tr>
  );
}
