import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import type { FleetChange, StageCounts } from '../contract/endpoints.ts';
import type { RobotState } from '../contract/fleet-changes.ts';
import { robotStateTags } from './change-tags.ts';

/** From what is over to what is to come. */
const DRAWN: readonly RobotState[] = [
  ...(['done', 'returned', 'failed', 'silent', 'returning', 'sent', 'left', 'later', 'waiting'] as const),
];
const sum = (counts: StageCounts): number => Object.values(counts).reduce((all, one) => all + one, 0);

/** The three stages one after the other, each as a bar of what became of its robots. */
export function Stages({ change }: { change: FleetChange }) {
  const { t } = useTranslation('fleet-changes');
  return (
    <ol className="fleet-stages">
      {change.stages.map((counts, stage) => {
        const all = sum(counts);
        const isNow = change.state === 'running' && change.stage === stage;
        const words = t('detail.told', { done: counts.done, all });
        return (
          <li key={stage} data-now={isNow || undefined} data-empty={all === 0 || undefined}>
            <p className="fleet-stage-head">
              <strong>{t(`stage.${stage}`)}</strong>
              <span className="quiet">{all === 0 ? t('detail.nobody') : words}</span>
            </p>
            <div className="fleet-bar" role="img" aria-label={`${t(`stage.${stage}`)}: ${words}`}>
              {DRAWN.map(
                (state) =>
                  counts[state] > 0 && <i key={state} data-state={state} style={{ flexGrow: counts[state] }} />,
              )}
            </div>
            <p className="fleet-counts">
              {DRAWN.map(
                (state) =>
                  counts[state] > 0 && (
                    <span key={state}>
                      <StatusTag of={robotStateTags} code={state} /> {counts[state]}
                    </span>
                  ),
              )}
              {isNow && change.watchedUntil && (
                <span className="quiet">
                  {t('detail.watching')} <Time at={change.watchedUntil} />
                </span>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
