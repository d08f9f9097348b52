import { useTranslation } from 'react-i18next';
import { raisedAlarms } from '#domains/alarms/contract/addresses.ts';
import type { LoadedQuery } from '#ui/loaded/loaded.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { downtimeBehind } from '../contract/addresses.ts';
import type { FleetUptime } from '../contract/endpoints.ts';

const MILLION = 1_000_000;

interface UptimeTilesProps {
  source: LoadedQuery<FleetUptime>;
  counted: Parameters<typeof downtimeBehind>[0];
}

/** How the fleet was in its opening hours; each figure opens the times that it is made of. */
export function UptimeTiles({ source, counted }: UptimeTilesProps) {
  const { t, i18n } = useTranslation('robot-uptime');
  const money = useFormatMoney();
  const { data } = source;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const count = new Intl.NumberFormat(i18n.language);
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : percent.format(part / whole));
  const lost = downtimeBehind(counted);
  const away = downtimeBehind({ ...counted, kind: 'offline' });
  return (
    <>
      <StatTile
        source={source}
        title={t('figure.uptime')}
        value={data && (data.total.uptime === null ? '–' : percent.format(data.total.uptime / MILLION))}
        to={away}
        note={t('ofOpen')}
      />
      <StatTile
        source={source}
        title={t('figure.sellable')}
        value={data && share(data.total.sellableMinutes, data.total.openMinutes)}
        to={lost}
        note={
          data &&
          t('minutes', {
            part: count.format(data.total.sellableMinutes),
            whole: count.format(data.total.openMinutes),
          })
        }
      />
      <StatTile
        source={source}
        title={t('figure.lost')}
        value={data && money(data.total.lostSalesMinor, data.currency)}
        to={lost}
        isWarning={data !== undefined && data.total.lostSalesMinor > 0}
        note={t('estimate')}
      />
      <StatTile
        source={source}
        title={t('figure.outages')}
        value={data && count.format(data.total.outages)}
        to={away}
      />
      <StatTile
        source={source}
        title={t('figure.alarms')}
        value={data && count.format(data.total.alarms)}
        to={raisedAlarms(counted, { spotId: counted.spotId })}
      />
    </>
  );
}
