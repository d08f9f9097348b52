import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { create } from 'zustand';
import { portraitAddress } from '#platform/viewer/web/portrait-address.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { shownWorkNo } from '#system/session/rules/shown-work-no.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Avatar } from '#ui/avatar/avatar.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { DELEGATES, INVITATIONS, REMOVED_USERS, UNASSIGNED_USERS, userForm } from '../contract/addresses.ts';
import { userAdminEndpoints } from '../contract/user-endpoints.ts';
import { userTenantEndpoints } from '../contract/user-tenants.ts';
import { type User, users } from '../contract/users.ts';
import { eraseUser } from './erase-user.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';
import './users.css';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'normal', request: { status: '1' } },
  { key: 'frozen', request: { status: '2' } },
];

/** Whose password is reset. */
const useReset = create<{ user?: User | undefined }>(() => ({}));

/** The picture and the name, which leads to the form. */
function Named({ user }: { user: Pick<User, 'id' | 'realname' | 'avatar'> }) {
  return (
    <Link to={userForm(user.id)} className="record-identity user-name">
      <Avatar name={user.realname} src={portraitAddress(user.avatar)} />
      {user.realname}
    </Link>
  );
}

/** Ways to what belongs to people but is no list of them. */
function MoreLinks() {
  const { t } = useTranslation('users');
  const may = useMay();
  return (
    <>
      {may(userAdminEndpoints.recycleBin) && <ButtonLink to={REMOVED_USERS}>{t('bin.button')}</ButtonLink>}
      {may(userTenantEndpoints.unassigned) && <ButtonLink to={UNASSIGNED_USERS}>{t('unassigned')}</ButtonLink>}
      {may({ permission: 'user-agent:view' }) && <ButtonLink to={DELEGATES}>{t('delegates')}</ButtonLink>}
      {may({ permission: 'invitation:view' }) && <ButtonLink to={INVITATIONS}>{t('invite')}</ButtonLink>}
    </>
  );
}

const Users = recordsPage(users, {
  icon: 'user',
  views: VIEWS,
  shown: ['realname', 'username', 'sex', 'phone', 'selecteddeparts', 'selectedroles', 'workNo', 'status'],
  // a phone number is never cut
  widths: { phone: 144, sex: 84 },
  cells: {
    realname: (user) => <Named user={user} />,
    workNo: (user) => shownWorkNo(user) || '–',
    avatar: ({ realname, avatar }) => <Avatar name={realname} src={portraitAddress(avatar)} size={28} />,
  },
  formPage: userForm,
  // nobody removes himself
  canRemove: ({ id }) => id !== useSession.getState().user?.id,
  actions: MoreLinks,
  rowActions: (user, t) => [
    {
      key: 'reset',
      label: t('reset.button'),
      icon: 'key',
      by: userAdminEndpoints.resetPassword,
      onSelect: () => useReset.setState({ user }),
    },
    {
      key: 'erase',
      label: t('erase.button'),
      icon: 'warning',
      by: userAdminEndpoints.erase,
      danger: true,
      onSelect: () => void eraseUser(user, t),
    },
  ],
});

export default function UserListPage() {
  const user = useReset((reset) => reset.user);
  return (
    <>
      <Users />
      {user && <ResetPasswordDialog user={user} onClose={() => useReset.setState({ user: undefined })} />}
    </>
  );
}
