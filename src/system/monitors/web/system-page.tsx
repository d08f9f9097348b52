import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import type { MonitoredServer, Readings } from '../contract/monitor.ts';
import { MonitorPage } from './monitor-page.tsx';
import { useSeries } from './monitor-queries.ts';
import { TimeChart } from './time-chart.tsx';
import { GIGABYTE, KILOBYTE, useWords } from './use-words.ts';
import { useWatched } from './watched.ts';

const FULL = 900_000;
const part = (used: number, total: number): number => (total > 0 ? Math.round((used / total) * 1_000_000) : 0);

const inKilobytes = (bytes: number | null): number | null => (bytes === null ? null : bytes / KILOBYTE);

/** The machine below: processor, memory, disk of the data directory, network. */
export default function SystemPage() {
  const { t } = useTranslation('monitors');
  return (
    <MonitorPage title={t('title.system')} failed={t('failed.system')}>
      {(readings) => <System readings={readings} />}
    </MonitorPage>
  );
}

function System({ readings }: { readings: Readings }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const series = useSeries(readings);
  const { serverId } = useWatched();
  const { newest } = series;
  const servers = readings.servers.filter(({ id }) => serverId === undefined || id === serverId);
  const memory = newest ? part(newest.memoryUsed, newest.memoryTotal) : 0;
  const disk = newest ? part(newest.diskUsed, newest.diskTotal) : 0;
  const of = (used: number, total: number): string =>
    t('tile.usedOf', { used: words.bytes(used), total: words.bytes(total) });
  const perSecond = (bytes: number): string => t('unit.perSecond', { value: words.bytes(bytes) });
  return (
    <>
      <div className="monitor-tiles">
        <StatTile
          title={t('tile.cpu')}
          value={newest && words.share(newest.cpu)}
          note={newest && t('tile.ownCpu', { share: words.share(newest.ownCpu) })}
          isWarning={newest !== undefined && newest.cpu > FULL}
        />
        <StatTile
          title={t('tile.load')}
          value={newest && words.count(newest.load)}
          note={t('tile.cores', { count: servers[0]?.cpus ?? 0 })}
        />
        <StatTile
          title={t('tile.memory')}
          value={newest && words.share(memory)}
          note={newest && of(newest.memoryUsed, newest.memoryTotal)}
          isWarning={memory > FULL}
        />
        <StatTile
          title={t('tile.disk')}
          value={newest && words.share(disk)}
          note={newest && of(newest.diskUsed, newest.diskTotal)}
          isWarning={disk > FULL}
        />
      </div>
      <div className="monitor-charts">
        <TimeChart
          title={t('chart.cpu')}
          series={series}
          lines={[
            { key: 'cpu', label: t('line.cpu'), of: (point) => point.cpu / 10_000 },
            { key: 'own', label: t('line.ownCpu'), of: (point) => point.ownCpu / 10_000 },
          ]}
          format={(value) => words.share(value * 10_000)}
          empty={t('chart.empty')}
        />
        <TimeChart
          title={t('chart.load')}
          series={series}
          lines={[{ key: 'load', label: t('line.load'), of: (point) => point.load }]}
          format={words.count}
          empty={t('chart.empty')}
        />
        <TimeChart
          title={t('chart.machineMemory')}
          series={series}
          lines={[
            { key: 'used', label: t('line.memoryUsed'), of: (point) => point.memoryUsed / GIGABYTE },
            { key: 'resident', label: t('line.resident'), of: (point) => point.resident / GIGABYTE },
          ]}
          format={(value) => words.bytes(value * GIGABYTE)}
          empty={t('chart.empty')}
        />
        <TimeChart
          title={t('chart.network')}
          series={series}
          lines={[
            { key: 'received', label: t('line.received'), of: (point) => inKilobytes(point.received) },
            { key: 'sent', label: t('line.sent'), of: (point) => inKilobytes(point.sent) },
          ]}
          format={(value) => perSecond(value * KILOBYTE)}
          formatShort={(value) => words.bytes(value * KILOBYTE)}
          empty={t('chart.noTraffic')}
        />
      </div>
      {servers.map((server) => (
        <Machine key={server.id} server={server} />
      ))}
    </>
  );
}

function Machine({ server }: { server: MonitoredServer }) {
  const { t } = useTranslation('monitors');
  return (
    <Card title={server.name}>
      <DescriptionList
        facts={[
          { term: t('fact.platform'), value: server.platform },
          { term: t('fact.cpuModel'), value: server.cpuModel },
          { term: t('fact.cpus'), value: server.cpus },
          { term: t('fact.dataDir'), value: <span className="monitor-code">{server.dataDir}</span> },
        ]}
      />
    </Card>
  );
}
