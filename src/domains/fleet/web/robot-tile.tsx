import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BoardRobot, MonitorBoard } from '#domains/fleet/contract/endpoints.ts';
import { maintenanceAlarm } from '#domains/maintenance/rules/countdown.ts';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { HEALTH_TONES } from '#domains/robots/rules/health-tones.ts';
import { HealthReasonText, healthTags, RobotTimes } from '#domains/robots/web/pieces/index.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { MaintenanceText } from './maintenance-text.tsx';

const MOST_BARS = 8;

interface RobotTileProps {
  robot: BoardRobot;
  materials: MonitorBoard['materials'];
  big?: boolean;
}

/** One robot of the monitor: a band in the colour of its health, why, its stock as bars, and its cups. */
export const RobotTile = memo(function RobotTile({ robot, materials, big = false }: RobotTileProps) {
  const { t } = useTranslation('fleet');
  return (
    <li className={`board-tile tone-${HEALTH_TONES[robot.health]}${big ? ' board-big' : ''}`}>
      <div className="board-line">
        <Link to={`/devices/robots/${robot.imei}`} className="record-identity">
          {robot.name}
        </Link>
        <StatusTag of={healthTags} code={robot.health} />
      </div>
      <div className="board-reason">
        <HealthReasonText robot={robot} />
      </div>
      {robot.stock.length > 0 && robot.health !== 'notConnected' && (
        <StockBars stock={robot.stock} materials={materials} />
      )}
      <div className="board-line quiet">
        <span className="board-times">
          <RobotTimes robot={robot} />
        </span>
        <span className="board-cups">{t('monitor.cupsOf', { count: robot.cupsToday })}</span>
      </div>
      {(robot.activeAlarms > 0 || maintenanceAlarm(robot.countdownDays) !== null) && (
        <div className="board-line quiet">
          {robot.activeAlarms > 0 && <span>{t('monitor.alarms', { count: robot.activeAlarms })}</span>}
          {maintenanceAlarm(robot.countdownDays) !== null && <MaintenanceText days={robot.countdownDays} />}
        </div>
      )}
      {robot.makingOrderNo && (
        <div className="board-making">
          {t('monitor.making')} <Link to={orderAddress(robot.makingOrderNo)}>…{robot.makingOrderNo.slice(-6)}</Link>
        </div>
      )}
    </li>
  );
});

function StockBars({ stock, materials }: { stock: BoardRobot['stock']; materials: MonitorBoard['materials'] }) {
  const { t } = useTranslation('fleet');
  const said = stock.map(({ code, percent }) => t('monitor.stock', { name: materials[code] ?? code, percent }));
  const words = said.join(' · ');
  return (
    <div className="board-stock" role="img" aria-label={words} data-tip={words}>
      {stock.slice(0, MOST_BARS).map((one) => (
        <svg key={one.code} viewBox="0 0 6 24" className={one.isLow ? 'board-low' : undefined} aria-hidden="true">
          <rect width="6" height="24" rx="1" className="board-room" />
          <rect y={24 - (24 * one.percent) / 100} width="6" height={(24 * one.percent) / 100} rx="1" />
        </svg>
      ))}
      <span className="board-least">{said[0]}</span>
    </div>
  );
}
