import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatTile } from '#ui/stat-tile/stat-tile.tsx';
import type { Readings, RouteFigures } from '../contract/monitor.ts';
import { quantileMs } from '../rules/quantile.ts';
import { Duration } from './duration.tsx';
import { MonitorPage } from './monitor-page.tsx';
import { useRoutes, useSeries } from './monitor-queries.ts';
import { TimeChart } from './time-chart.tsx';
import { useWords } from './use-words.ts';

const SLOW_MS = 500;
const MOST_ROUTES = 20;

/** What the HTTP server answers, how fast, and with which failures. */
export default function HttpServerPage() {
  const { t } = useTranslation('monitors');
  return (
    <MonitorPage title={t('title.http-server')} failed={t('failed.http-server')}>
      {(readings) => <HttpServer readings={readings} />}
    </MonitorPage>
  );
}

function HttpServer({ readings }: { readings: Readings }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const series = useSeries(readings);
  const { newest } = series;
  const perSecond = (value: number): string => t('unit.perSecond', { value: words.count(value) });
  return (
    <>
      <div className="monitor-tiles">
        <StatTile title={t('tile.requests')} value={newest && perSecond(newest.requests)} />
        <StatTile
          title={t('tile.inFlight')}
          value={newest && words.count(newest.inFlight)}
          note={newest && t('tile.connections', { count: newest.connections })}
        />
        <StatTile
          title={t('tile.p95')}
          value={newest && (newest.p95 === null ? '–' : words.ms(newest.p95))}
          note={newest && newest.p50 !== null && t('tile.median', { value: words.ms(newest.p50) })}
          isWarning={(newest?.p95 ?? 0) > SLOW_MS}
        />
        <StatTile
          title={t('tile.serverErrors')}
          value={newest && perSecond(newest.serverErrors)}
          note={newest && t('tile.clientErrors', { value: perSecond(newest.clientErrors) })}
          isWarning={newest !== undefined && newest.serverErrors > 0}
        />
      </div>
      <div className="monitor-charts">
        <TimeChart
          title={t('chart.requests')}
          series={series}
          lines={[
            { key: 'all', label: t('line.requests'), of: (point) => point.requests },
            { key: '4xx', label: t('line.clientErrors'), of: (point) => point.clientErrors },
            { key: '5xx', label: t('line.serverErrors'), of: (point) => point.serverErrors },
          ]}
          format={perSecond}
          formatShort={words.short}
          empty={t('chart.noRequests')}
        />
        <TimeChart
          title={t('chart.durations')}
          series={series}
          lines={[
            { key: 'p50', label: t('line.p50'), of: (point) => point.p50 },
            { key: 'p95', label: t('line.p95'), of: (point) => point.p95 },
            { key: 'p99', label: t('line.p99'), of: (point) => point.p99 },
          ]}
          format={words.ms}
          empty={t('chart.noRequests')}
        />
        <TimeChart
          title={t('chart.inFlight')}
          series={series}
          lines={[{ key: 'inFlight', label: t('line.inFlight'), of: (point) => point.inFlight }]}
          format={words.count}
          empty={t('chart.nothingWaits')}
        />
        <TimeChart
          title={t('chart.connections')}
          series={series}
          lines={[{ key: 'connections', label: t('line.connections'), of: (point) => point.connections }]}
          format={words.count}
          empty={t('chart.empty')}
        />
      </div>
      <Routes />
    </>
  );
}

function Routes() {
  const { t } = useTranslation('monitors');
  const routes = useRoutes();
  return (
    <Card title={t('routes.title')} flush>
      <Loaded query={routes} skeleton={<Skeleton height={240} />}>
        {(found) =>
          found.length === 0 ? (
            <Empty icon="globe" title={t('chart.noRequests')} />
          ) : (
            <RouteTable routes={found.slice(0, MOST_ROUTES)} />
          )
        }
      </Loaded>
    </Card>
  );
}

function RouteTable({ routes }: { routes: readonly RouteFigures[] }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  return (
    <ScrollBox label={t('routes.title')}>
      <table className="plain-table monitor-table">
        <thead>
          <tr>
            <th scope="col">{t('column.method')}</th>
            <th scope="col">{t('column.route')}</th>
            <th scope="col" className="end">
              {t('column.count')}
            </th>
            <th scope="col" className="end">
              {t('column.clientErrors')}
            </th>
            <th scope="col" className="end">
              {t('column.serverErrors')}
            </th>
            <th scope="col" className="end">
              {t('column.mean')}
            </th>
            <th scope="col" className="end">
              {t('column.p95')}
            </th>
            <th scope="col" className="end">
              {t('column.all')}
            </th>
          </tr>
        </thead>
        <tbody>
          {routes.map((route) => (
            <tr key={`${route.method} ${route.route}`}>
              <td>{route.method}</td>
              <td className="monitor-code">{route.route}</td>
              <td className="end">{words.count(route.count)}</td>
              <td className="end">{words.count(route.clientErrors)}</td>
              <td className={route.serverErrors > 0 ? 'end monitor-bad' : 'end'}>{words.count(route.serverErrors)}</td>
              <td className="end">
                <Duration ms={route.ms / route.count} />
              </td>
              <td className="end">
                <Duration ms={quantileMs(route.buckets, 0.95) ?? 0} />
              </td>
              <td className="end">{words.ms(route.ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
