import type { TFunction } from 'i18next';
import { call } from '#platform/http/web/call.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { userAdminEndpoints } from '../contract/user-endpoints.ts';
import './users.css';

/** Asks for his name, and for the own password (security 14.5); whether it was begun. */
export async function eraseUser({ id, realname: name }: { id: string; realname: string }, t: TFunction) {
  const isMeant = await confirm({
    title: t('erase.title', { name }),
    body: (
      <>
        <p>{t('erase.text', { name })}</p>
        <p className="user-erase-kept">{t('erase.kept')}</p>
      </>
    ),
    verb: t('erase.verb'),
    danger: true,
    typeToConfirm: name.trim(),
  });
  if (!isMeant) return false;
  await call(userAdminEndpoints.erase, { id, name });
  toast.success(t('erase.done'));
  return true;
}
