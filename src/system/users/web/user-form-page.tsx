import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { NewPasswordPair } from '#system/passwords/web/form/index.ts';
import { DepartmentField, PositionField, RoleField } from '#system/pickers/web/index.ts';
import { RecordInput, recordFormPage } from '#system/records/web/form-page.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { USER_LIST } from '../contract/addresses.ts';
import { users } from '../contract/users.ts';

export default recordFormPage(users, {
  sections: [
    {
      key: 'person',
      fields: ['avatar', 'realname', ['sex', 'birthday'], ['workNo', 'telephone']],
    },
    { key: 'login', fields: ['username', ['phone', 'email'], 'status'] },
    { key: 'password', fields: ['password'], onAdd: true },
    { key: 'roles', fields: ['selectedroles', 'selecteddeparts', ['post', 'userIdentity']] },
    { key: 'spots', fields: ['spotAccess', 'spotIds'] },
  ],
  list: USER_LIST,
  pageOf: () => USER_LIST,
  inputs: {
    password: () => <FirstPassword />,
    selectedroles: () => <RoleField name="selectedroles" store="id" isMulti />,
    selecteddeparts: () => <DepartmentField name="selecteddeparts" store="id" isMulti />,
    post: () => <PositionField name="post" store="id" isMulti />,
    spotIds: () => <ChosenSpots />,
  },
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function FirstPassword() {
  const { values } = useForm();
  return <NewPasswordPair owner={{ account: textOf(values['username']), name: textOf(values['realname']) }} />;
}

/** Asked for where chosen spots are all that the person sees. */
function ChosenSpots() {
  const { values } = useForm();
  return (
    values['spotAccess'] === 'selected' && (
      <RecordInput kind={users as unknown as RecordKind} name="spotIds" id={undefined} />
    )
  );
}
