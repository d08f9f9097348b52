import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { ButtonLink } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { searchFilter } from '#ui/record-list/filters.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { USER_LIST } from '../contract/addresses.ts';
import { userAdminEndpoints } from '../contract/user-endpoints.ts';
import { type UnassignedUser, type UserTenants, userTenantEndpoints } from '../contract/user-tenants.ts';
import { AssignTenantsDialog } from './assign-tenants-dialog.tsx';
import { eraseUser } from './erase-user.tsx';

const column = columnsFor<UnassignedUser>();
const COLUMNS = [
  column.text('username', { width: 152, tight: 128, card: 'identity' }),
  column.text('realname', { width: 144, tight: 112, card: 'fact' }),
  // a phone number is never cut
  column.text('phone', { width: 144, card: 'fact' }),
  column.text('email', { width: 208, tight: 152, card: 'fact' }),
  column.time('createdAt', { card: 'fact' }),
  column.custom('removedFrom', (row) => <RemovedFrom names={row.removedFrom} />, {
    ...{ width: 168, tight: 128, card: 'fact' },
    value: (row) => row.removedFrom.length,
  }),
];
const FILTERS = { keyword: searchFilter() };

function RemovedFrom({ names }: { names: readonly string[] }) {
  const language = useLanguage();
  return names.length === 0 ? '–' : joinWords(names, language);
}

/** Accounts that no list of a tenant shows, for the administrator: here each gets its tenants. */
export default function UnassignedUsersPage() {
  const { t } = useTranslation('unassigned-users');
  const { t: ofUsers } = useTranslation('users');
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<{ user: UnassignedUser; stored: UserTenants }>();
  const list = useRecordList(userTenantEndpoints.unassigned, {
    namespace: 'unassigned-users',
    rowId: 'id',
    columns: COLUMNS,
    filters: FILTERS,
  });
  const open = async (user: UnassignedUser) =>
    setChosen({ user, stored: await call(userTenantEndpoints.read, { userId: user.id }) });
  const saved = ({ realname: name }: UnassignedUser) => {
    toast.success(t('assigned', { name }));
    list.refresh();
    // he may be a member of this tenant now
    void queryClient.invalidateQueries({ queryKey: ['users'] });
  };
  return (
    <>
      <RecordListPage
        list={list}
        title={t('title')}
        action={<ButtonLink to={USER_LIST}>{t('users')}</ButtonLink>}
        rowActions={(user) => [
          {
            ...{ key: 'assign', label: t('assign'), icon: 'edit', by: userTenantEndpoints.save },
            onSelect: () => void open(user).catch(() => undefined),
          },
          {
            ...{
              key: 'erase',
              label: ofUsers('erase.button'),
              icon: 'warning',
              by: userAdminEndpoints.erase,
              danger: true,
            },
            onSelect: () => void eraseUser(user, ofUsers).then((isBegun) => isBegun && list.refresh()),
          },
        ]}
        empty={
          <Empty icon="user" title={t('none.title')}>
            {t('none.text')}
          </Empty>
        }
      />
      {chosen && (
        <AssignTenantsDialog {...chosen} onSaved={() => saved(chosen.user)} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}
