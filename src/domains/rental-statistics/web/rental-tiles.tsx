import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useFormatMoney } from '#ui/money/money.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import type { RentalStatistics, RentalSums } from '../contract/endpoints.ts';
import { missingUnits, type RentalFigureName, type RentalsCounted, rentalsBehind } from '../contract/figures.ts';
import { useDuration, usePercent } from './formats.ts';

interface RentalTilesProps {
  source: UseQueryResult<RentalStatistics>;
  counted: RentalsCounted;
}

/** The figures of the period; each opens the rentals that it counted. */
export function RentalTiles({ source, counted }: RentalTilesProps) {
  const { t, i18n } = useTranslation('rental-statistics');
  const { currency } = useTenant();
  const money = useFormatMoney();
  const duration = useDuration();
  const percent = usePercent();
  const { data } = source;
  const count = new Intl.NumberFormat(i18n.language);
  const before = t('before');
  const compared = (value: (sums: RentalSums) => number) =>
    data && { now: value(data.figures), before: value(data.previous), label: before };
  const netOf = ({ revenue }: RentalSums): number => revenue.find((sum) => sum.currency === currency)?.netMinor ?? 0;
  const counting = (name: Extract<RentalFigureName, 'lent' | 'returned' | 'notLent'>) => (
    <StatTile
      source={source}
      title={t(`figure.${name}`)}
      value={data && count.format(data.figures[name])}
      to={rentalsBehind(name, counted)}
      comparison={data && { ...compared((sums) => sums[name])!, lessIsBetter: name === 'notLent' }}
    />
  );
  return (
    <>
      <StatTile
        source={source}
        title={t('figure.revenue')}
        value={data && money(netOf(data.figures), currency)}
        to={rentalsBehind('ended', counted)}
        comparison={compared(netOf)}
      />
      {counting('lent')}
      {counting('returned')}
      <StatTile
        source={source}
        title={t('figure.average')}
        value={data && duration(data.figures.averageSeconds)}
        to={rentalsBehind('returned', counted)}
        note={data && t('averageBefore', { time: duration(data.previous.averageSeconds) })}
      />
      <StatTile
        source={source}
        title={t('figure.utilisation')}
        value={data && percent(data.utilisation)}
        to={rentalsBehind('inUse', counted)}
        note={t('utilisationHint')}
      />
      {counting('notLent')}
      <StatTile
        source={source}
        title={t('figure.outNow')}
        value={data && count.format(data.outNow)}
        to={rentalsBehind('outNow', counted)}
        note={t('now')}
      />
      <StatTile
        source={source}
        title={t('figure.missing')}
        value={data && count.format(data.missing)}
        to={missingUnits(counted.spotId)}
        isWarning={data !== undefined && data.missing > 0}
        note={t('now')}
      />
    </>
  );
}
