import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { MonitorRobot } from '#domains/devices/contract/robot.ts';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { StatusTag, StatusTimes } from '#ui/status/status.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { faultText } from './fault-text.ts';
import { FirstRobot } from './first-robot.tsx';
import { robotKeys, useMonitor } from './robot-queries.ts';
import { robotStatusTags, soldOutTags } from './robot-tags.ts';
import { SpotSearch } from './spot-field.tsx';
import { Temperatures } from './temperatures.tsx';
import './robots.css';

/** The live grid: worst first, each tile with state, since when and last heard. */
export default function RobotMonitorPage() {
  const { t } = useTranslation('devices');
  const [isPaused, setPaused] = useState(false);
  const [params, setParams] = useSearchParams();
  const spotId = params.get('spotId') ?? undefined;
  const monitor = useMonitor({ paused: isPaused, spotId });
  const listOf = (view: string): string =>
    `/devices/robots?${new URLSearchParams({ ...(view && { view }), ...(spotId && { spotId }) })}`;
  const counts = monitor.data?.counts;
  return (
    <div className="robot-page">
      <header className="robot-head">
        <h1 tabIndex={-1}>{t('monitor.title')}</h1>
        <div className="monitor-spot">
          <SpotSearch
            attributes={{ 'aria-label': t('field.spotName') }}
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
          <StatTile title={t('monitor.total')} value={counts?.total} to={listOf('')} />
          <StatTile title={t('status.normal')} value={counts?.normal} />
          <StatTile title={t('status.offline')} value={counts?.offline} to={listOf('offline')} />
          <StatTile title={t('status.maintain')} value={counts?.maintain} to={listOf('maintain')} />
          <StatTile title={t('monitor.abnormal')} value={counts?.abnormal} to={listOf('abnormal')} />
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
                  <Link to={listOf('')}>{t('monitor.all')}</Link>
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
  return badness(b) - badness(a) || a.name.localeCompare(b.name);
}

function badness(robot: MonitorRobot): number {
  if (robot.abnormal) return 4;
  if (robot.status === 'offline') return 3;
  if (robot.soldOut === 'soldOut') return 2;
  return robot.status === 'maintain' || robot.soldOut === 'partly' ? 1 : 0;
}

function MonitorTile({ robot }: { robot: MonitorRobot }) {
  const { t } = useTranslation('devices');
  return (
    <li className={`monitor-tile monitor-${robot.abnormal ? 'abnormal' : robot.status}`}>
      <div className="monitor-line">
        <Link to={`/devices/robots/${robot.imei}`} className="record-identity">
          {robot.name}
        </Link>
        <StatusTag of={robotStatusTags} code={robot.status} />
      </div>
      <div className="monitor-place" title={robot.spotName ?? undefined}>
        {robot.spotName ?? '–'}
      </div>
      <span className="status-badge">
        <StatusTimes
          since={robot.presenceChangedAt}
          heardAt={robot.lastHeardAt}
          intervalSeconds={robot.reportIntervalSeconds}
        />
      </span>
      <div className="monitor-line">
        <StatusTag of={soldOutTags} code={robot.soldOut} />
        {robot.lowestMaterial && (
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
      {robot.faults.map((fault) => (
        <Tag key={`${fault.code}${fault.part ?? ''}`} tone="danger">
          {faultText(fault, t)}
        </Tag>
      ))}
      {robot.makingOrderNo && (
        <div>
          {t('monitor.making')} <Link to={`/orders/detail/${robot.makingOrderNo}`}>{robot.makingOrderNo}</Link>
        </div>
      )}
    </li>
  );
}
