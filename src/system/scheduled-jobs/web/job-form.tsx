import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';
import { CronEditor } from '#system/scheduling/web/index.ts';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { withValueAt } from '#ui/form-dialog/field-path.ts';
import { FormContext, useField, useForm } from '#ui/form-dialog/form-context.ts';
import type { JobWork, WorkField } from '../contract/endpoints.ts';
import { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { useWorks } from './use-works.ts';

const kind = scheduledJobs as unknown as RecordKind;

/** What is done, with which parameters, and when. */
export function JobForm({ row }: RecordFormProps) {
  const { t } = useTranslation('scheduled-jobs');
  const { values } = useForm();
  const works = useWorks();
  const work = works.find(({ key }) => key === values['jobClassName']);
  return (
    <div className="job-form">
      <div>
        <TextField name="description" hint={t('form.description')} />
        <SelectField
          name="jobClassName"
          {...(work ? { hint: work.about } : {})}
          options={works.map(({ key, name, isAllowed }) => ({
            value: key,
            label: isAllowed ? name : t('form.noRight', { name }),
            disabled: !isAllowed,
          }))}
        />
        {work && <Parameters key={work.key} work={work} />}
        <RecordInput kind={kind} name="status" id={row?.id} />
      </div>
      <CronField work={work} />
    </div>
  );
}

function CronField({ work }: { work: JobWork | undefined }) {
  const { t } = useTranslation('scheduled-jobs');
  const { timeZone } = useTenant();
  const least = work?.leastMinutes ?? 0;
  const hint = least > 0 ? { hint: t('form.least', { minutes: least }) } : {};
  const field = useField({ name: 'cronExpression', ...hint });
  return (
    <fieldset className="job-cron" id={field.id}>
      <legend className="field-label">{field.label}</legend>
      <CronEditor value={typeof field.value === 'string' ? field.value : ''} onChange={field.set} timeZone={timeZone} />
      <FieldNotes field={field} />
    </fieldset>
  );
}

type Values = Readonly<Record<string, unknown>>;

function parsed(text: unknown): Values {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
  } catch {
    return {};
  }
}

/** The parameters of the work as fields, kept as the JSON text that a job holds. */
function Parameters({ work }: { work: JobWork }) {
  const { t } = useTranslation('scheduled-jobs');
  const form = useForm();
  const text = form.values['parameter'];
  const written = parsed(text);
  // those of other work go with it
  const own = Object.fromEntries(work.fields.map(({ name, empty }) => [name, written[name] ?? empty ?? undefined]));
  const kept = work.fields.length === 0 ? '' : JSON.stringify(own);
  const { set } = form;
  useEffect(() => {
    if (text !== kept) set('parameter', kept);
  }, [text, kept, set]);
  if (work.fields.length === 0) return <p className="quiet">{t('form.noParameters')}</p>;
  const values = { ...form.values, parameter: own };
  const inner = {
    ...form,
    values,
    set: (name: string, value: unknown) =>
      name.startsWith('parameter.')
        ? form.set('parameter', JSON.stringify(withValueAt(values, name, value)['parameter']))
        : form.set(name, value),
    requires: (name: string) =>
      work.fields.find((field) => name === `parameter.${field.name}`)?.required ?? form.requires(name),
  };
  return (
    <FormContext value={inner}>
      {work.fields.map((field) => (
        <Parameter key={field.name} field={field} />
      ))}
    </FormContext>
  );
}

function Parameter({ field: { name, label, kind: type, choices } }: { field: WorkField }) {
  const named = { name: `parameter.${name}`, label };
  if (choices) return <SelectField {...named} options={choices.map(({ value, text }) => ({ value, label: text }))} />;
  switch (type) {
    case 'references':
      return <UserField {...named} store="id" isMulti />;
    case 'integer':
      return <NumberField {...named} />;
    case 'flag':
      return <SwitchField {...named} />;
    default:
      return <TextField {...named} />;
  }
}
