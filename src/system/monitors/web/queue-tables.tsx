import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import type { DatabaseFigures, FailingJob } from '../contract/monitor.ts';
import { AllWell } from './all-well.tsx';
import { useWords } from './use-words.ts';

/** Jobs that fail, with what happens next and what to do. */
export function FailingJobs({ failing }: { failing: readonly FailingJob[] }) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  const title = t('failing.title');
  return (
    <Card title={title} flush>
      {failing.length === 0 ? (
        <AllWell>{t('failing.none')}</AllWell>
      ) : (
        <ScrollBox label={title}>
          <table className="plain-table monitor-table">
            <thead>
              <tr>
                <th scope="col">{t('column.queue')}</th>
                <th scope="col">{t('fact.state')}</th>
                <th scope="col" className="end">
                  {t('column.jobs')}
                </th>
                <th scope="col" className="end">
                  {t('column.tenants')}
                </th>
                <th scope="col">{t('column.error')}</th>
                <th scope="col" className="end">
                  {t('column.last')}
                </th>
              </tr>
            </thead>
            <tbody>
              {failing.map((job) => (
                <tr key={`${job.queue} ${job.givenUp}`}>
                  <th scope="row" className="monitor-code">
                    {job.queue}
                  </th>
                  <td>
                    <Tag tone={job.givenUp ? 'danger' : 'warning'}>
                      {t(job.givenUp ? 'failing.givenUp' : 'failing.retrying')}
                    </Tag>
                  </td>
                  <td className="end">{words.count(job.count)}</td>
                  <td className="end">{words.count(job.tenants)}</td>
                  <td className="monitor-wide">
                    {job.error || t('failing.noWords')}
                    <div className="quiet">
                      {t(job.givenUp ? 'failing.givenUpHint' : 'failing.retryingHint')}
                      {job.nextAt !== null && (
                        <>
                          {' '}
                          <Time at={job.nextAt} relative />
                        </>
                      )}
                    </div>
                  </td>
                  <td className="end">
                    <Time at={job.lastAt} relative />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}

export function Queues({ queues }: Pick<DatabaseFigures, 'queues'>) {
  const { t } = useTranslation('monitors');
  const words = useWords();
  return (
    <Card title={t('queues.title')} flush>
      {queues.length === 0 ? (
        <AllWell>{t('queues.none')}</AllWell>
      ) : (
        <ScrollBox label={t('queues.title')}>
          <table className="plain-table monitor-table">
            <thead>
              <tr>
                <th scope="col">{t('column.queue')}</th>
                <th scope="col" className="end">
                  {t('column.waiting')}
                </th>
                <th scope="col" className="end">
                  {t('column.running')}
                </th>
                <th scope="col" className="end">
                  {t('column.retrying')}
                </th>
                <th scope="col" className="end">
                  {t('column.later')}
                </th>
                <th scope="col" className="end">
                  {t('column.oldest')}
                </th>
              </tr>
            </thead>
            <tbody>
              {queues.map((one) => (
                <tr key={one.queue}>
                  <th scope="row" className="monitor-code">
                    {one.queue}
                  </th>
                  <td className="end">{words.count(one.waiting)}</td>
                  <td className="end">{words.count(one.active)}</td>
                  <td className={one.retrying > 0 ? 'end monitor-bad' : 'end'}>{words.count(one.retrying)}</td>
                  <td className="end">{words.count(one.later)}</td>
                  <td className="end">{one.oldestSeconds > 0 ? words.seconds(one.oldestSeconds) : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </Card>
  );
}
