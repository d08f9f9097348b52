import { useTranslation } from 'react-i18next';
import { cachedDateFormat } from '#ui/time/format-time.ts';
import { type NextRunsState, useNextRuns } from './use-next-runs.ts';
import './cron-editor.css';

/** The next runs in their own zone, with its offset, so that a change of clocks is seen (practice 17.2). */
export function CronPreview({ state }: { state: NextRunsState }) {
  const { t, i18n } = useTranslation('scheduling');
  const { runs, isAsking, failed } = state;
  return (
    <section className="cron-preview" aria-busy={isAsking || undefined}>
      <h3>{t('preview.title')}</h3>
      {failed && <p className="field-fault">{t('preview.failed')}</p>}
      {state.refusal !== undefined && <p className="field-hint">{t('preview.refused')}</p>}
      {runs?.length === 0 && <p className="field-hint">{t('preview.none')}</p>}
      {runs && runs.length > 0 && (
        <ol>
          {runs.map((run) => (
            <li key={run}>
              <time dateTime={run}>
                <span>{weekday(run, i18n.language)}</span> {run.slice(0, 10)} <b>{run.slice(11, 19)}</b>
                <small>{run.slice(19)}</small>
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The next runs of a schedule that is not edited here. */
export function NextRuns({ expression, timeZone }: { expression: string; timeZone: string }) {
  return (
    <div className="cron">
      <CronPreview state={useNextRuns(expression, timeZone)} />
    </div>
  );
}

/** Of the day that the zone's own calendar shows, which is the text's. */
function weekday(run: string, language: string): string {
  const at = Date.parse(`${run.slice(0, 10)}T12:00:00Z`);
  return cachedDateFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(at);
}
