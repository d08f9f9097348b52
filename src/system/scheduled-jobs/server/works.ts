import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import type { ScheduledWork, WorkAsker } from '#platform/jobs/server/define-work.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { JobWork, WorkField } from '../contract/endpoints.ts';
import { readParameters, type WorkValues } from '../rules/work-parameters.ts';

/** The registry: what people may put on a schedule, by its key. It is asked when all slices are there. */
export type Works = () => ReadonlyMap<string, ScheduledWork>;

export function worksOf(slices: () => readonly ServerSlice[]): Works {
  let works: ReadonlyMap<string, ScheduledWork> | undefined;
  return () => {
    works ??= new Map(
      slices()
        .flatMap((slice) => slice.scheduledWork ?? [])
        .map((work) => [work.key, work]),
    );
    return works;
  };
}

/** The work of this key; any other text is refused, never tried (system-api.md 7 no. 9). */
export const workNamed = (works: Works, key: string): ScheduledWork =>
  works().get(key) ??
  raise(
    'scheduled-job.work-unknown',
    { key },
    { faults: [faultAt('jobClassName', 'scheduled-job.work-unknown', { key })] },
  );

const faultAt = (path: string, code: string, params = {}) => ({ path, code, params });

/** The parameters of a job as its work reads them; a fault names the parameter. */
export function parametersOf(work: ScheduledWork, text: string, asker: WorkAsker): WorkValues {
  const reading = readParameters(work.parameters, text);
  if (!reading.valid) {
    const faults = reading.faults.map(({ field, code, params }) =>
      faultAt(field === '' ? 'parameter' : `parameter.${field}`, code, params),
    );
    return raise('scheduled-job.parameter-malformed', {}, { faults });
  }
  for (const [field, choices] of Object.entries(work.choices ?? {})) {
    const known = choices?.(asker).map(({ value }) => value) ?? [];
    if (known.includes(String(reading.values[field]))) continue;
    const values = known.join(', ');
    raise(
      'scheduled-job.parameter-malformed',
      {},
      { faults: [faultAt(`parameter.${field}`, 'fault.value', { values })] },
    );
  }
  return reading.values;
}

/** Who does not hold the right to what work does may not schedule it (security 5.4). */
export const maySchedule = (work: ScheduledWork, { actor }: Pick<WorkAsker, 'actor'>): boolean =>
  can(actor, work.permission);

/** All kinds of work in the words of the caller, those that he may schedule first. */
export function describeWorks(works: Works, context: RequestContext): JobWork[] {
  const { language } = context;
  return [...works().values()]
    .map((work) => ({
      ...{ key: work.key, name: work.texts[language].name, about: work.texts[language].about },
      ...{ isAllowed: maySchedule(work, context), leastMinutes: work.leastMinutes ?? 0 },
      fields: Object.keys(work.parameters).map((name) => describeField(work, name, context)),
    }))
    .sort((one, other) => Number(other.isAllowed) - Number(one.isAllowed) || (one.name < other.name ? -1 : 1));
}

function describeField(work: ScheduledWork, name: string, context: RequestContext): WorkField {
  const field = work.parameters[name];
  return {
    name,
    label: work.texts[context.language].fields[name] ?? name,
    kind: field?.kind ?? 'text',
    required: field?.required ?? false,
    max: field?.max ?? null,
    dictionary: field?.target?.dictionary ?? null,
    choices: work.choices?.[name]?.(context).map(({ value, text }) => ({ value, text })) ?? null,
    empty: (field?.empty ?? null) as WorkField['empty'],
  };
}
