import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { ButtonLink } from '#ui/button/button.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { JOB_LIST } from '../contract/addresses.ts';
import { type ProgramSchedule, scheduledJobEndpoints } from '../contract/endpoints.ts';
import { Outcome, Schedule } from './job-cells.tsx';
import './scheduled-jobs.css';

const KEY = ['scheduled-jobs', 'program'];
const LOOK_EVERY_MS = 10_000;

/** What the program does by itself, for the administrator: read only. */
export default function ProgramPage() {
  const { t } = useTranslation('scheduled-jobs');
  const query = useQuery({
    queryKey: KEY,
    refetchInterval: LOOK_EVERY_MS,
    queryFn: ({ signal }) => call(scheduledJobEndpoints.program, {}, { signal, notices: 'none' }),
  });
  return (
    <div className="record-form-page">
      <header className="record-form-head">
        <h1 tabIndex={-1}>{t('kind.program')}</h1>
        <ButtonLink to={JOB_LIST}>{t('program.back')}</ButtonLink>
      </header>
      <p className="quiet">{t('program.text')}</p>
      <Loaded query={query} queryKey={KEY} skeleton={<Skeleton height={400} />}>
        {(schedules) => <Schedules of={schedules} />}
      </Loaded>
    </div>
  );
}

function Schedules({ of }: { of: readonly ProgramSchedule[] }) {
  const { t } = useTranslation('scheduled-jobs');
  /** Why it was left out; a failure says it in its own words. */
  const wordsOf = (outcome: string | null, text: string): string =>
    outcome === 'skipped' ? t(text === 'missed' ? 'program.missed' : 'program.overlap') : text;
  return (
    <ScrollBox label={t('kind.program')}>
      <table className="plain-table job-program">
        <thead>
          <tr>
            <th scope="col">{t('program.name')}</th>
            <th scope="col">{t('field.cronExpression')}</th>
            <th scope="col">{t('field.nextRunAt')}</th>
            <th scope="col">{t('field.lastRunAt')}</th>
            <th scope="col">{t('field.lastOutcome')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ name, expression, nextRunAt, lastRunAt, lastOutcome, text }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>
                <Schedule expression={expression} timeZone="UTC" />
              </td>
              <td>{nextRunAt ? <Time at={nextRunAt} /> : '–'}</td>
              <td>{lastRunAt ? <Time at={lastRunAt} /> : '–'}</td>
              <td>
                <Outcome of={lastOutcome ?? ''} />
                {text && <small className="job-program-text">{wordsOf(lastOutcome, text)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
