import { useTranslation } from 'react-i18next';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import type { DryRunAnswer } from '../contract/endpoints.ts';
import { useValueWords } from './value-words.ts';

/** More rows than this help nobody; the counts say the rest. */
const SHOWN = 100;

/** A table of now and then: nothing is changed by looking at it. */
export function DryRun({ dry: { counts, stages, robots } }: { dry: DryRunAnswer }) {
  const { t } = useTranslation('fleet-changes');
  const words = useValueWords();
  const said = (values: (typeof robots)[number]['before']) =>
    words(values)
      .map(({ value }) => value)
      .join(' · ');
  const shown = robots.slice(0, SHOWN);
  const others = (['same', 'busy', 'offline'] as const).filter((name) => counts[name] > 0);
  return (
    <div className="fleet-dry">
      <p role="status">
        <strong>{t('dry.changes', { count: counts.changes })}</strong>
        {others.map((name) => (
          <span key={name} className="quiet">
            {' · '}
            {t(`dry.${name}`, { count: counts[name] })}
          </span>
        ))}
      </p>
      {counts.changes > 0 && (
        <p className="fleet-steps">
          {stages.map((count, stage) => (
            <span key={stage} className={count === 0 ? 'quiet' : undefined}>
              <strong>{count}</strong> {t(`stage.${stage}`)}
            </span>
          ))}
        </p>
      )}
      {shown.length > 0 && (
        <ScrollBox label={t('new.dry')}>
          <table className="plain-table fleet-robots">
            <thead>
              <tr>
                <th scope="col">{t('dry.robot')}</th>
                <th scope="col">{t('dry.spot')}</th>
                <th scope="col">{t('dry.before')}</th>
                <th scope="col">{t('dry.after')}</th>
                <th scope="col">{t('dry.stage')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.robotId}>
                  <th scope="row">{row.name}</th>
                  <td>{row.spotName || '–'}</td>
                  <td className="quiet">{said(row.before)}</td>
                  <td>{row.stage === null ? '–' : <strong>{said(row.after)}</strong>}</td>
                  <td>
                    {row.stage !== null && t(`stage.${row.stage}`)}{' '}
                    {row.note && <Tag tone="neutral">{t(`dry.note.${row.note}`)}</Tag>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {robots.length > SHOWN && <p className="quiet">{t('dry.more', { count: counts.robots - SHOWN })}</p>}
    </div>
  );
}
