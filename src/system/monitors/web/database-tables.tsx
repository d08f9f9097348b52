import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Time } from '#ui/time/time.tsx';
import type { DatabaseFigures, MonitoredServer, SlowStatement } from '../contract/monitor.ts';
import { adviceFor } from '../rules/advice.ts';
import { AllWell } from './all-well.tsx';
import { Duration } from './duration.tsx';
import { useWords } from './use-words.ts';

/** Statements that took long, without the values that they were asked with, and what to do about them. */
export function Statements({ statements, ofDatabase }: { statements: readonly SlowStatement[]; ofDatabase: boolean }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const title = t('statements.title');
  return (
    <Card title={title} flush>
      {statements.length === 0 ? (
        <AllWell>{t('statements.none')}</AllWell>
      ) : (
        <>
          <p className="monitor-hint">{t(ofDatabase ? 'statements.ofDatabase' : 'statements.own')}</p>
          <ScrollBox label={title}>
            <table className="plain-table monitor-table">
              <thead>
                <tr>
                  <th scope="col">{t('column.statement')}</th>
                  <th scope="col" className="end">
                    {t('column.count')}
                  </th>
                  <th scope="col" className="end">
                    {t('column.mean')}
                  </th>
                  <th scope="col" className="end">
                    {t('column.longest')}
                  </th>
                  <th scope="col" className="end">
                    {t('column.last')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {statements.map((statement) => (
                  <tr key={statement.text}>
                    <td className="monitor-wide">
                      <details>
                        <summary className="monitor-code">{statement.text}</summary>
                        <p className="monitor-hint">{t(`advice.${adviceFor(statement.text)}`)}</p>
                      </details>
                    </td>
                    <td className="end">{words.count(statement.count)}</td>
                    <td className="end">
                      <Duration ms={statement.ms / statement.count} />
                    </td>
                    <td className="end">
                      <Duration ms={statement.maxMs} />
                    </td>
                    <td className="end">
                      <Time at={statement.lastAt} relative />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </>
      )}
    </Card>
  );
}

/** Each server's own connections, by what they are for. */
export function Pools({ servers }: { servers: readonly MonitoredServer[] }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  return (
    <ScrollBox label={t('pools.title')}>
      <table className="plain-table monitor-table">
        <thead>
          <tr>
            {servers.length > 1 && <th scope="col">{t('column.server')}</th>}
            <th scope="col">{t('column.pool')}</th>
            <th scope="col" className="end">
              {t('column.used')}
            </th>
            <th scope="col" className="end">
              {t('column.open')}
            </th>
            <th scope="col" className="end">
              {t('column.most')}
            </th>
            <th scope="col" className="end">
              {t('column.callers')}
            </th>
          </tr>
        </thead>
        <tbody>
          {servers.flatMap(({ id, name, pools }) =>
            pools.map(({ pool, most, open, idle, waiting }) => (
              <tr key={`${id} ${pool}`}>
                {servers.length > 1 && <td>{name}</td>}
                <th scope="row">{t(`pool.${pool}`)}</th>
                <td className="end">{words.count(open - idle)}</td>
                <td className="end">{words.count(open)}</td>
                <td className="end">{words.count(most)}</td>
                <td className={waiting > 0 ? 'end monitor-bad' : 'end'}>{words.count(waiting)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </ScrollBox>
  );
}

export function Connections({ connections }: Pick<DatabaseFigures, 'connections'>) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  return (
    <Card title={t('connections.title')} flush>
      <ScrollBox label={t('connections.title')}>
        <table className="plain-table monitor-table">
          <thead>
            <tr>
              <th scope="col">{t('column.program')}</th>
              <th scope="col" className="end">
                {t('column.active')}
              </th>
              <th scope="col" className="end">
                {t('column.idle')}
              </th>
              <th scope="col" className="end">
                {t('column.inTransaction')}
              </th>
            </tr>
          </thead>
          <tbody>
            {connections.map((one) => (
              <tr key={one.program}>
                <th scope="row">{one.program}</th>
                <td className="end">{words.count(one.active)}</td>
                <td className="end">{words.count(one.idle)}</td>
                <td className="end">{words.count(one.inTransaction)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

export function Tables({ tables }: Pick<DatabaseFigures, 'tables'>) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  return (
    <Card title={t('tables.title')} flush>
      <ScrollBox label={t('tables.title')}>
        <table className="plain-table monitor-table">
          <thead>
            <tr>
              <th scope="col">{t('column.table')}</th>
              <th scope="col" className="end">
                {t('column.rows')}
              </th>
              <th scope="col" className="end">
                {t('column.size')}
              </th>
            </tr>
          </thead>
          <tbody>
            {tables.map((one) => (
              <tr key={one.table}>
                <th scope="row" className="monitor-code">
                  {one.table}
                </th>
                <td className="end">{words.short(one.rows)}</td>
                <td className="end">{words.bytes(one.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}
