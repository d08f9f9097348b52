import { useTranslation } from 'react-i18next';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { explainEndpoints } from '#system/grants/contract/endpoints.ts';
import { PersonRights } from '#system/grants/web/parts/index.ts';
import { NewPasswordPair } from '#system/passwords/web/form/index.ts';
import { DepartmentField, PositionField, RoleField } from '#system/pickers/web/index.ts';
import { RecordInput, recordFormPage } from '#system/records/web/form-page.tsx';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { USER_LIST } from '../contract/addresses.ts';
import { userTenantEndpoints } from '../contract/user-tenants.ts';
import { users } from '../contract/users.ts';
import { TenantCard } from './tenant-card.tsx';
import './users.css';

export default recordFormPage(users, {
  sections: [
    {
      key: 'person',
      fields: ['avatar', 'realname', ['sex', 'birthday'], ['workNo', 'telephone']],
    },
    { key: 'login', fields: ['username', ['phone', 'email'], 'status'] },
    { key: 'password', fields: ['password'], onAdd: true },
    { key: 'roles', fields: ['selectedroles', 'selecteddeparts', ['post', 'userIdentity'], 'departIds'] },
    { key: 'spots', fields: ['spotAccess', 'spotIds'] },
  ],
  list: USER_LIST,
  pageOf: () => USER_LIST,
  inputs: {
    password: () => <FirstPassword />,
    selectedroles: () => <RoleField name="selectedroles" store="id" isMulti />,
    selecteddeparts: () => <DepartmentField name="selecteddeparts" store="id" isMulti />,
    departIds: () => <ManagedDepartments />,
    post: () => <PositionField name="post" store="id" isMulti />,
    spotIds: () => <ChosenSpots />,
  },
  after: (id) => <AfterForm id={id} />,
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function FirstPassword() {
  const { values } = useForm();
  return <NewPasswordPair owner={{ account: textOf(values['username']), name: textOf(values['realname']) }} />;
}

/** Asked for where the person manages departments. */
function ManagedDepartments() {
  const { values } = useForm();
  return String(values['userIdentity']) === '2' && <DepartmentField name="departIds" store="id" isMulti />;
}

/** Where the account belongs to, for the administrator; and what this person can do here, through roles and departments. */
function AfterForm({ id }: { id: string }) {
  const { t } = useTranslation('users');
  const maySeeRights = useCan(explainEndpoints.rightsOfPerson);
  const maySeeTenants = useCan(userTenantEndpoints.read);
  return (
    <div className="user-after">
      {maySeeTenants && <TenantCard userId={id} />}
      {maySeeRights && (
        <Card title={t('rights.title')}>
          <PersonRights userId={id} />
        </Card>
      )}
    </div>
  );
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
