import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import type { MonitoredServer, Readings } from '../contract/monitor.ts';
import { MonitorPage } from './monitor-page.tsx';
import { useSeries } from './monitor-queries.ts';
import { TimeChart } from './time-chart.tsx';
import { MEGABYTE, useWords } from './use-words.ts';
import { useWatched } from './watched.ts';

/** Delay of the event loop from which people notice it. */
const SLOW_LOOP_MS = 100;
const FULL = 850_000;

/** What the process itself does: memory, collector, event loop (settled 32). */
export default function RuntimePage() {
  const { t } = useTranslation('monitors');
  return (
    <MonitorPage title={t('title.runtime')} failed={t('failed.runtime')}>
      {(readings) => <Runtime readings={readings} />}
    </MonitorPage>
  );
}

function Runtime({ readings }: { readings: Readings }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const series = useSeries(readings);
  const { serverId } = useWatched();
  const { newest } = series;
  const one = readings.servers.find(({ id }) => id === serverId);
  const heap = newest && newest.heapLimit > 0 ? Math.round((newest.heapUsed / newest.heapLimit) * 1_000_000) : 0;
  return (
    <>
      <div className="monitor-tiles">
        <StatTile
          title={t('tile.heap')}
          value={newest && words.bytes(newest.heapUsed)}
          note={newest && t('tile.heapOf', { share: words.share(heap), most: words.bytes(newest.heapLimit) })}
          isWarning={heap > FULL}
        />
        <StatTile
          title={t('tile.loopDelay')}
          value={newest && words.ms(newest.loopDelayP99Ms)}
          note={newest && t('tile.median', { value: words.ms(newest.loopDelayP50Ms) })}
          isWarning={newest !== undefined && newest.loopDelayP99Ms > SLOW_LOOP_MS}
        />
        <StatTile
          title={t('tile.loopBusy')}
          value={newest && words.share(newest.loopBusy)}
          note={newest && t('tile.ownCpu', { share: words.share(newest.ownCpu) })}
          isWarning={newest !== undefined && newest.loopBusy > FULL}
        />
        <StatTile
          title={t('tile.gc')}
          value={newest && words.share(newest.gc)}
          note={newest && t('tile.gcRuns', { count: newest.gcRuns, runs: words.count(newest.gcRuns) })}
        />
      </div>
      <div className="monitor-charts">
        <TimeChart
          title={t('chart.memory')}
          series={series}
          lines={[
            { key: 'used', label: t('line.heapUsed'), of: (point) => point.heapUsed / MEGABYTE },
            { key: 'held', label: t('line.heapHeld'), of: (point) => point.heapHeld / MEGABYTE },
            { key: 'resident', label: t('line.resident'), of: (point) => point.resident / MEGABYTE },
            { key: 'external', label: t('line.external'), of: (point) => point.external / MEGABYTE },
          ]}
          format={(value) => words.bytes(value * MEGABYTE)}
          empty={t('chart.empty')}
        />
        <TimeChart
          title={t('chart.loopDelay')}
          series={series}
          lines={[
            { key: 'p50', label: t('line.p50'), of: (point) => point.loopDelayP50Ms },
            { key: 'p99', label: t('line.p99'), of: (point) => point.loopDelayP99Ms },
          ]}
          format={words.ms}
          empty={t('chart.empty')}
        />
        <TimeChart
          title={t('chart.busy')}
          series={series}
          lines={[
            { key: 'loop', label: t('line.loopBusy'), of: (point) => point.loopBusy / 10_000 },
            { key: 'gc', label: t('line.gc'), of: (point) => point.gc / 10_000 },
          ]}
          format={(value) => words.share(value * 10_000)}
          empty={t('chart.empty')}
        />
        <TimeChart
          title={t('chart.handles')}
          series={series}
          lines={[{ key: 'handles', label: t('line.handles'), of: (point) => point.handles }]}
          format={words.count}
          empty={t('chart.empty')}
        />
      </div>
      {one ? <OneServer server={one} /> : <Servers servers={readings.servers} />}
    </>
  );
}

function OneServer({ server }: { server: MonitoredServer }) {
  const { t } = useTranslation('monitors');
  return (
    <Card title={t('server.one')}>
      <DescriptionList
        facts={[
          { term: t('fact.name'), value: server.name },
          { term: t('fact.state'), value: <ServerState server={server} /> },
          { term: t('fact.startedAt'), value: <Time at={server.startedAt} part="second" /> },
          { term: t('fact.uptime'), value: <Time at={server.startedAt} lasting /> },
          { term: t('fact.processId'), value: server.processId },
          { term: t('fact.node'), value: server.versions.node },
          { term: t('fact.v8'), value: server.versions.v8 },
          { term: t('fact.openssl'), value: server.versions.openssl },
          { term: t('fact.uv'), value: server.versions.uv },
        ]}
      />
    </Card>
  );
}

function Servers({ servers }: { servers: readonly MonitoredServer[] }) {
  const { t } = useTranslation('monitors');
  return (
    <Card title={t('server.many')} flush>
      <ScrollBox label={t('server.many')}>
        <table className="plain-table monitor-table">
          <thead>
            <tr>
              <th scope="col">{t('fact.name')}</th>
              <th scope="col">{t('fact.state')}</th>
              <th scope="col">{t('fact.node')}</th>
              <th scope="col" className="end">
                {t('fact.processId')}
              </th>
              <th scope="col" className="end">
                {t('fact.startedAt')}
              </th>
              <th scope="col" className="end">
                {t('fact.uptime')}
              </th>
            </tr>
          </thead>
          <tbody>
            {servers.map((server) => (
              <tr key={server.id}>
                <th scope="row">{server.name}</th>
                <td>
                  <ServerState server={server} />
                </td>
                <td>{server.versions.node}</td>
                <td className="end">{server.processId}</td>
                <td className="end">
                  <Time at={server.startedAt} part="second" zone="never" />
                </td>
                <td className="end">
                  <Time at={server.startedAt} lasting />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

function ServerState({ server }: { server: MonitoredServer }) {
  const { t } = useTranslation('monitors');
  if (!server.isAway) return <Tag tone="success">{t('state.alive')}</Tag>;
  return (
    <>
      <Tag tone="danger">{t('state.away')}</Tag> <Time at={server.seenAt} relative />
    </>
  );
}
