import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ALARM_LIST } from '#domains/alarms/contract/addresses.ts';
import { Money } from '#ui/money/money.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { DayRange } from '#ui/time/zoned.ts';
import type { FleetUptime } from '../contract/endpoints.ts';

const MILLION = 1_000_000;
const COLUMNS = ['uptime', 'openMinutes', 'sellableMinutes', 'lostSalesMinor', 'outages', 'alarms'] as const;

/** What cost most stands first; numbers lead to what they counted. */
export function RobotsTable({ uptime, days }: { uptime: FleetUptime; days: DayRange }) {
  const { t, i18n } = useTranslation('robot-uptime');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  const count = new Intl.NumberFormat(i18n.language);
  if (uptime.robots.length === 0) return <p className="dashboard-none">{t('none')}</p>;
  const alarmsOf = (imei: string): string =>
    `${ALARM_LIST}?${new URLSearchParams({
      ...{ view: 'all', created: `${days.from}..${days.to}`, where: `deviceImei.eq.${imei}` },
    })}`;
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
              <td className="end figures">{robot.uptime === null ? '–' : percent.format(robot.uptime / MILLION)}</td>
              <td className="end figures">{count.format(robot.openMinutes)}</td>
              <td className="end figures">{count.format(robot.sellableMinutes)}</td>
              <td className="end figures">
                <Money minor={robot.lostSalesMinor} currency={uptime.currency} />
              </td>
              <td className="end figures">{count.format(robot.outages)}</td>
              <td className="end figures">
                {robot.alarms === 0 ? (
                  <span className="quiet">0</span>
                ) : (
                  <Link to={alarmsOf(robot.imei)}>{count.format(robot.alarms)}</Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
