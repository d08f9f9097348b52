import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { RecordInput } from '#system/records/web/form-page.tsx';
import { recordsPage } from '#system/records/web/page.tsx';
import { duties } from '../contract/duties.ts';

const kind = duties as unknown as RecordKind;
const FIELDS = ['startsOn', 'endsOn', 'everyWeeks'] as const;

function DutyForm() {
  const { t } = useTranslation('duties');
  return (
    <>
      <RecordInput kind={kind} name="name" id={undefined} />
      <UserField name="userName" label={t('field.userName')} />
      <RecordInput kind={kind} name="spotId" id={undefined} />
      <p className="field-hint">{t('hint.spotId')}</p>
      <RecordInput kind={kind} name="weekdays" id={undefined} />
      <RecordInput kind={kind} name="hours" id={undefined} />
      {FIELDS.map((name) => (
        <RecordInput key={name} kind={kind} name={name} id={undefined} />
      ))}
    </>
  );
}

/** Who is on duty on which days of the week. */
export default recordsPage(duties, {
  icon: 'calendar',
  shown: ['name', 'realname', 'spotId', 'weekdays', 'hours', 'everyWeeks', 'startsOn', 'endsOn'],
  widths: { name: 140, realname: 152, weekdays: 200, hours: 120, everyWeeks: 128, startsOn: 120, endsOn: 120 },
  facts: ['name', 'realname', 'userName', 'spotId', 'weekdays', 'hours', 'everyWeeks', 'startsOn', 'endsOn'],
  form: DutyForm,
});
