import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { NextRuns } from '#system/scheduling/web/index.ts';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import type { JobWork, WorkField } from '../contract/endpoints.ts';
import type { ScheduledJob } from '../contract/scheduled-jobs.ts';
import { Schedule, WorkName } from './job-cells.tsx';
import { JobRuns } from './job-runs.tsx';
import { useWorks } from './use-works.ts';

/** What a job does and when, what comes next, and what came of it. */
export function JobPanel({ row }: { row: ScheduledJob }) {
  const { t } = useTranslation('scheduled-jobs');
  const { timeZone } = useTenant();
  const work = useWorks().find(({ key }) => key === row.jobClassName);
  const isOn = String(row.status) === '0';
  return (
    <div className="job-panel">
      <DescriptionList
        columns={1}
        facts={[
          { key: 'work', term: t('field.jobClassName'), value: <WorkName of={row.jobClassName} /> },
          {
            key: 'schedule',
            term: t('field.cronExpression'),
            value: (
              <>
                <Schedule expression={row.cronExpression} /> <code className="quiet">{row.cronExpression}</code>
              </>
            ),
          },
          ...parametersOf(work, row.parameter),
          {
            key: 'status',
            term: t('field.status'),
            value: <DictionaryText code="quartz_status" value={String(row.status)} />,
          },
        ]}
      />
      <JobRuns id={row.id} />
      {!isOn && <p className="quiet">{t('next.stopped')}</p>}
      <NextRuns expression={row.cronExpression} timeZone={timeZone} />
    </div>
  );
}

function parametersOf(work: JobWork | undefined, text: string) {
  if (!work || text === '') return [];
  const values = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return work.fields.map((field) => ({
    key: field.name,
    term: field.label,
    value: <Parameter field={field} value={values[field.name] ?? field.empty} />,
  }));
}

function Parameter({ field: { dictionary, choices }, value }: { field: WorkField; value: unknown }) {
  if (choices) return choices.find((choice) => choice.value === value)?.text ?? String(value);
  // a list, or a text with commas as older clients write it
  if (dictionary) return <DictionaryText code={dictionary} value={String(value ?? '').split(',')} />;
  return String(value ?? '–');
}
