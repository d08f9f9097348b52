import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import type { DatabaseFigures, Readings } from '../contract/monitor.ts';
import { Connections, Pools, Statements, Tables } from './database-tables.tsx';
import { MonitorPage } from './monitor-page.tsx';
import { useDatabase, useSeries } from './monitor-queries.ts';
import { FailingJobs, Queues } from './queue-tables.tsx';
import { TimeChart } from './time-chart.tsx';
import { useWords } from './use-words.ts';
import { useWatched } from './watched.ts';

/** A cache that misses more often than this has too little memory. */
const FEW_HITS = 950_000;
/** Jobs and facts start in milliseconds where all is well. */
const LONG_WAIT_SECONDS = 60;

/** Cache and queue in use: both are PostgreSQL (product.md 89). */
export default function RedisPage() {
  const { t } = useTranslation('monitors');
  return (
    <MonitorPage title={t('title.redis')} failed={t('failed.redis')}>
      {(readings) => <CacheAndQueue readings={readings} />}
    </MonitorPage>
  );
}

function CacheAndQueue({ readings }: { readings: Readings }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const database = useDatabase();
  const series = useSeries(readings);
  const { serverId } = useWatched();
  const servers = readings.servers.filter(({ id }) => serverId === undefined || id === serverId);
  return (
    <Loaded query={database} failedTitle={t('failed.redis')} skeleton={<Skeleton height={420} />}>
      {(found) => (
        <>
          <Tiles found={found} />
          <div className="monitor-charts">
            <TimeChart
              title={t('chart.pools')}
              series={series}
              lines={[
                { key: 'used', label: t('line.poolUsed'), of: (point) => point.poolUsed },
                { key: 'open', label: t('line.poolOpen'), of: (point) => point.poolOpen },
                { key: 'waiting', label: t('line.poolWaiting'), of: (point) => point.poolWaiting },
              ]}
              format={words.count}
              empty={t('chart.empty')}
            />
            <TimeChart
              title={t('chart.devices')}
              series={series}
              lines={[{ key: 'devices', label: t('line.devicesWaiting'), of: (point) => point.devicesWaiting }]}
              format={words.count}
              empty={t('chart.nothingWaits')}
            />
          </div>
          <FailingJobs failing={found.failing} />
          <Statements statements={found.statements} ofDatabase={found.statementsOfDatabase} />
          <div className="monitor-charts">
            <Queues queues={found.queues} />
            <Card title={t('pools.title')} flush>
              <Pools servers={servers} />
            </Card>
            <Connections connections={found.connections} />
            <Tables tables={found.tables} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Tiles({ found }: { found: DatabaseFigures }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const waiting = found.queues.reduce((sum, queue) => sum + queue.waiting + queue.retrying, 0);
  const oldest = Math.max(0, ...found.queues.map(({ oldestSeconds }) => oldestSeconds));
  const open = found.connections.reduce((sum, one) => sum + one.active + one.idle + one.inTransaction, 0);
  return (
    <div className="monitor-tiles monitor-tiles-five">
      <StatTile
        title={t('tile.cacheHits')}
        value={found.cacheHits === null ? '–' : words.share(found.cacheHits)}
        note={t('tile.cacheHitsNote')}
        isWarning={found.cacheHits !== null && found.cacheHits < FEW_HITS}
      />
      <StatTile
        title={t('tile.database')}
        value={words.bytes(found.bytes)}
        note={t('tile.version', { version: found.version })}
      />
      <StatTile
        title={t('tile.sessions')}
        value={
          <>
            {words.count(open)} <small>/ {words.count(found.mostConnections)}</small>
          </>
        }
        note={t('tile.deadlocks', { count: found.deadlocks })}
        isWarning={open > found.mostConnections * 0.9}
      />
      <StatTile
        title={t('tile.jobs')}
        value={words.count(waiting)}
        note={oldest > 0 ? t('tile.oldest', { value: words.seconds(oldest) }) : t('tile.nothingWaits')}
        isWarning={oldest > LONG_WAIT_SECONDS}
      />
      <StatTile
        title={t('tile.outbox')}
        value={words.count(found.outbox.waiting)}
        note={
          found.outbox.waiting > 0
            ? t('tile.oldest', { value: words.seconds(found.outbox.oldestSeconds) })
            : t('tile.nothingWaits')
        }
        isWarning={found.outbox.oldestSeconds > LONG_WAIT_SECONDS}
      />
    </div>
  );
}
