import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { shownWorkNo } from '#system/session/rules/shown-work-no.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { USER_LIST } from '../contract/addresses.ts';
import { type RemovedUser, userAdminEndpoints } from '../contract/user-endpoints.ts';
import { eraseUser } from './erase-user.tsx';

const KEY = ['users', 'bin'];

/** Who was removed from the tenant: back with one click, or gone for good. */
export default function RemovedUsersPage() {
  const { t } = useTranslation('users');
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(userAdminEndpoints.recycleBin, {}, { signal, notices: 'none' }),
  });
  return (
    <div className="record-form-page">
      <header className="record-form-head">
        <h1 tabIndex={-1}>{t('bin.title')}</h1>
        <ButtonLink to={USER_LIST}>{t('kind.title')}</ButtonLink>
      </header>
      <p className="quiet">{t('bin.text')}</p>
      <Loaded query={query} queryKey={KEY} skeleton={<Skeleton height={240} />}>
        {(removed) => (removed.length === 0 ? <Empty icon="user" title={t('bin.none')} /> : <Removed rows={removed} />)}
      </Loaded>
    </div>
  );
}

function Removed({ rows }: { rows: readonly RemovedUser[] }) {
  const { t } = useTranslation('users');
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['users'] });
  const restore = async ({ id, realname: name }: RemovedUser) => {
    await call(userAdminEndpoints.restore, { userIds: [id] });
    toast.success(t('bin.restored', { name }));
    await refresh();
  };
  const remove = async ({ id, realname: name }: RemovedUser) => {
    const asked = { title: t('bin.removeTitle', { name }), body: t('bin.removeText', { name }), verb: t('bin.remove') };
    if (!(await confirm({ ...asked, danger: true }))) return;
    await call(userAdminEndpoints.removeForGood, { userIds: [id] });
    toast.success(t('bin.removed', { name }));
    await refresh();
  };
  const may = useMay();
  const erase = async (row: RemovedUser) => {
    if (await eraseUser(row, t)) await refresh();
  };
  return (
    <ScrollBox label={t('bin.title')}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('field.realname')}</th>
            <th scope="col">{t('field.username')}</th>
            <th scope="col">{t('field.workNo')}</th>
            <th scope="col">{t('bin.at')}</th>
            <th scope="col">{t('bin.by')}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.realname}</td>
              <td>{row.username}</td>
              <td>{shownWorkNo(row)}</td>
              <td>
                <Time at={row.removedAt} />
              </td>
              <td>{row.removedBy}</td>
              <td>
                <Button small kind="link" onClick={() => void restore(row)}>
                  {t('bin.restore')}
                </Button>
                <Button small kind="link" onClick={() => void remove(row)}>
                  {t('bin.remove')}
                </Button>
                {may(userAdminEndpoints.erase) && (
                  <Button small kind="link" onClick={() => void erase(row)}>
                    {t('erase.button')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
