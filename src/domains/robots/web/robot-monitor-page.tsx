import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import type { MonitorRobot } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS, ROBOT_HEALTHS, type RobotHealth } from '#domains/robots/contract/robot-status.ts';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { FirstRobot } from './first-robot.tsx';
import { robotKeys, useMonitor } from './robot-queries.ts';
import { HealthReasonText, RobotTimes } from './robot-status.tsx';
import { healthTags } from './robot-tags.ts';
import { Temperatures } from './temperatures.tsx';
import './robots.css';

/** The live grid: worst first, each tile with state, since when, and last message. */
export default function RobotMonitorPage() {
  const { t } = useTranslation('robots');
  const [isPaused, setPaused] = useState(false);
  const [params, setParams] = useSearchParams();
  const spotId = params.get('spotId') ?? undefined;
  const monitor = useMonitor({ paused: isPaused, spotId });
  const listOf = (health?: RobotHealth): string =>
    `/devices/robots?${new URLSearchParams({ ...(health && { health }), ...(spotId && { spotId }) })}`;
  const counts = monitor.data?.counts;
  return (
    <div className="robot-page">
      <header className="robot-head">
        <h1 tabIndex={-1}>{t('monitor.title')}</h1>
        <div className="monitor-spot">
          <SpotSearch
            label={t('field.spotName')}
            placeholder={t('monitor.allSpots')}
            value={spotId ?? ''}
            onChange={(next) => setParams(next === undefined ? {} : { spotId: next }, { replace: true })}
          />
        </div>
        <div className="robot-actions">
          <LiveControl updatedAt={monitor.dataUpdatedAt} isPaused={isPaused} onPause={setPaused} />
        </div>
      </header>
      {!(monitor.error && !monitor.data) && (
        <div className="tile-row">
          <StatTile title={t('monitor.total')} value={counts?.total} to={listOf()} />
          {ROBOT_HEALTHS.filter((health) => health !== 'notConnected' || counts?.health[health]).map((health) => (
            <StatTile
              key={health}
              title={t(`health.${health}`)}
              value={counts?.health[health]}
              to={listOf(health)}
              isWarning={ATTENTION_HEALTHS.some((one) => one === health) && Boolean(counts?.health[health])}
            />
          ))}
        </div>
      )}
      <Loaded query={monitor} queryKey={robotKeys.monitor} skeleton={<Skeleton height={320} />}>
        {(data) =>
          data.robots.length === 0 ? (
            <Card>{spotId === undefined ? <FirstRobot /> : <Empty icon="robot" title={t('monitor.noneHere')} />}</Card>
          ) : (
            <>
              {data.robots.length < data.counts.total && (
                <p className="quiet monitor-more">
                  {t('monitor.more', { shown: data.robots.length, total: data.counts.total })}{' '}
                  <Link to={listOf()}>{t('monitor.all')}</Link>
                </p>
              )}
              <ul className="monitor-grid">
                {[...data.robots].sort(worstFirst).map((robot) => (
                  <MonitorTile key={robot.id} robot={robot} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function worstFirst(a: MonitorRobot, b: MonitorRobot): number {
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

const rank = ({ health }: MonitorRobot): number => ROBOT_HEALTHS.indexOf(health);

function MonitorTile({ robot }: { robot: MonitorRobot }) {
  const { t } = useTranslation('robots');
  return (
    <li className={`monitor-tile monitor-${robot.health}`}>
      <div className="monitor-line">
        <Link to={`/devices/robots/${robot.imei}`} className="record-identity">
          {robot.name}
        </Link>
        <StatusTag of={healthTags} code={robot.health} />
      </div>
      <div className="monitor-place" data-tip-cut="">
        {robot.spotName ?? '–'}
      </div>
      <span className="status-badge">
        <RobotTimes robot={robot} />
      </span>
      <div className="monitor-reason">
        <HealthReasonText robot={robot} />
      </div>
      <div className="monitor-line">
        {robot.lowestMaterial && robot.health !== 'notConnected' && (
          <span className="quiet">
            {t('monitor.lowest', {
              material: t(`material.code.${robot.lowestMaterial.code}`, { defaultValue: robot.lowestMaterial.code }),
              percent: robot.lowestMaterial.percent,
            })}
          </span>
        )}
      </div>
      <div className="monitor-temperatures">
        <Temperatures readings={robot.temperatures} />
      </div>
      {robot.makingOrderNo && (
        <div>
          {t('monitor.making')} <Link to={orderAddress(robot.makingOrderNo)}>{robot.makingOrderNo}</Link>
        </div>
      )}
    </li>
  );
}
