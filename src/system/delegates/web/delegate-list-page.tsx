import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { RecordInput } from '#system/records/web/form-page.tsx';
import { recordsPage } from '#system/records/web/page.tsx';
import { Time } from '#ui/time/time.tsx';
import { delegates } from '../contract/delegates.ts';

const kind = delegates as unknown as RecordKind;

/** Who is away, who stands in, and from when to when. */
function DelegateForm() {
  return (
    <>
      <UserField name="userName" />
      <UserField name="agentUserName" />
      <RecordInput kind={kind} name="startTime" id={undefined} />
      <RecordInput kind={kind} name="endTime" id={undefined} />
      <RecordInput kind={kind} name="status" id={undefined} />
    </>
  );
}

export default recordsPage(delegates, {
  icon: 'users',
  shown: ['userName', 'realname', 'agentUserName', 'agentRealname', 'startTime', 'endTime', 'status'],
  // the head of the column names the zone
  cells: {
    startTime: ({ startTime }) => startTime && <Time at={startTime} zone="never" />,
    endTime: ({ endTime }) => endTime && <Time at={endTime} zone="never" />,
  },
  form: DelegateForm,
});
