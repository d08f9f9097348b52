import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { raisedAlarms } from '#domains/alarms/contract/addresses.ts';
import { spotPage } from '#domains/spots/contract/addresses.ts';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { DayRange } from '#ui/time/zoned.ts';
import { downtimeBehind } from '../contract/addresses.ts';
import type { FleetUptime } from '../contract/endpoints.ts';

const MILLION = 1_000_000;
const COLUMNS = ['uptime', 'openMinutes', 'sellableMinutes', 'lostSalesMinor', 'outages', 'alarms'] as const;

/** What cost most stands first; numbers lead to what they counted. */
export function RobotsTable({ uptime, days }: { uptime: FleetUptime; days: DayRange }) {
  const { t, i18n } = useTranslation('robot-uptime');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const count = new Intl.NumberFormat(i18n.language);
  const lost = (imei: string): string => downtimeBehind({ ...days, imei });
  const away = (imei: string): string => downtimeBehind({ ...days, imei, kind: 'offline' });
  const linked = (value: number, to: string) =>
    value === 0 ? <span className="quiet">0</span> : <Link to={to}>{count.format(value)}</Link>;
  if (uptime.robots.length === 0) return <p className="dashboard-none">{t('none')}</p>;
  return (
    <ScrollBox label={t('robots')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            {COLUMNS.map((key) => (
              <th key={key} scope="col" className="end">
                {t(`field.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {uptime.robots.map((robot) => (
            <tr key={robot.id}>
              <th scope="row">
                <Link to={`/devices/robots/${robot.imei}`}>{robot.name}</Link>
                {robot.spotName && <div className="quiet">{robot.spotName}</div>}
              </th>
              <td className="end figures">
                {robot.uptime === null ? (
                  '–'
                ) : (
                  <Link to={away(robot.imei)}>{percent.format(robot.uptime / MILLION)}</Link>
                )}
              </td>
              <td className="end figures">
                {robot.spotId === null ? (
                  count.format(robot.openMinutes)
                ) : (
                  <Link to={spotPage(robot.spotId)}>{count.format(robot.openMinutes)}</Link>
                )}
              </td>
              <td className="end figures">
                <Link to={lost(robot.imei)}>{count.format(robot.sellableMinutes)}</Link>
              </td>
              <td className="end figures">
                <Link to={lost(robot.imei)}>
                  <Money minor={robot.lostSalesMinor} currency={uptime.currency} />
                </Link>
              </td>
              <td className="end figures">{linked(robot.outages, away(robot.imei))}</td>
              <td className="end figures">{linked(robot.alarms, raisedAlarms(days, { imei: robot.imei }))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
