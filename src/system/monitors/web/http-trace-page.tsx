import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import type { RequestOfServer } from '../contract/monitor.ts';
import { paceOf } from '../rules/pace.ts';
import { Duration } from './duration.tsx';
import { MonitorPage } from './monitor-page.tsx';
import { useRequests } from './monitor-queries.ts';
import { useWatched } from './watched.ts';

const SHOWN = ['all', 'slow', 'failed'] as const;
type Shown = (typeof SHOWN)[number];
const isShown: Record<Shown, (request: RequestOfServer) => boolean> = {
  all: () => true,
  slow: ({ ms }) => paceOf(ms) !== 'good',
  failed: ({ status }) => status >= 400,
};

/** The last requests, newest first: never what was sent with them (settled 31). */
export default function HttpTracePage() {
  const { t } = useTranslation('monitors');
  return (
    <MonitorPage title={t('title.http-trace')} failed={t('failed.http-trace')}>
      {(readings) => <Requests many={readings.servers.length > 1} />}
    </MonitorPage>
  );
}

function Requests({ many }: { many: boolean }) {
  const { t } = useTranslation('monitors');
  const [shown, setShown] = useState<Shown>('all');
  const { serverId } = useWatched();
  const requests = useRequests();
  return (
    <Card
      flush
      title={t('requests.title')}
      extra={
        <Segmented
          label={t('requests.shown')}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`requests.${value}`) }))}
          onChange={setShown}
        />
      }
    >
      <Loaded query={requests} failedTitle={t('failed.http-trace')} skeleton={<Skeleton height={360} />}>
        {(rows) => {
          const found = rows.filter(isShown[shown]);
          if (found.length === 0) return <Empty icon="list" title={t('requests.none')} />;
          return <RequestTable rows={found} namesServer={many && serverId === undefined} />;
        }}
      </Loaded>
    </Card>
  );
}

function RequestTable({ rows, namesServer }: { rows: readonly RequestOfServer[]; namesServer: boolean }) {
  const { t } = useTranslation('monitors');
  return (
    <ScrollBox label={t('requests.title')}>
      <table className="plain-table monitor-table monitor-requests">
        <thead>
          <tr>
            <th scope="col">{t('column.at')}</th>
            <th scope="col">{t('column.method')}</th>
            <th scope="col">{t('column.route')}</th>
            <th scope="col">{t('column.status')}</th>
            <th scope="col" className="end">
              {t('column.duration')}
            </th>
            {namesServer && <th scope="col">{t('column.server')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="monitor-figure">
                <Time at={row.at} part="clockSecond" zone="never" />
              </td>
              <td>{row.method}</td>
              <td className="monitor-code">{row.route}</td>
              <td>
                <Tag tone={toneOf(row.status)}>{row.status}</Tag>
              </td>
              <td className="end">
                <Duration ms={row.ms} />
              </td>
              {namesServer && <td>{row.serverName}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'danger';
  if (status >= 400) return 'warning';
  return status >= 300 ? 'info' : 'success';
}
