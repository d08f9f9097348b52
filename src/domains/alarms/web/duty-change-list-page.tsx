import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { RecordInput } from '#system/records/web/form-page.tsx';
import { recordsPage } from '#system/records/web/page.tsx';
import { dutyChanges } from '../contract/duties.ts';

const kind = dutyChanges as unknown as RecordKind;

function ChangeForm() {
  const { t } = useTranslation('duty-changes');
  return (
    <>
      <RecordInput kind={kind} name="reason" id={undefined} />
      <UserField name="absentUserName" label={t('field.absentUserName')} />
      <p className="field-hint">{t('hint.absentUserName')}</p>
      <UserField name="userName" label={t('field.userName')} />
      <RecordInput kind={kind} name="fromAt" id={undefined} />
      <RecordInput kind={kind} name="untilAt" id={undefined} />
      <RecordInput kind={kind} name="spotId" id={undefined} />
      <p className="field-hint">{t('hint.spotId')}</p>
    </>
  );
}

/** Who takes over for once. */
export default recordsPage(dutyChanges, {
  icon: 'calendar',
  shown: ['reason', 'absentRealname', 'realname', 'fromAt', 'untilAt', 'spotId'],
  widths: { absentRealname: 152, realname: 152, fromAt: 168, untilAt: 168 },
  facts: ['reason', 'absentRealname', 'realname', 'userName', 'fromAt', 'untilAt', 'spotId'],
  form: ChangeForm,
});
