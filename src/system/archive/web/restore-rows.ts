import type { TFunction } from 'i18next';
import { call } from '#platform/http/web/call.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { archiveEndpoints } from '../contract/endpoints.ts';

/** Asks a month back, or seven days more for one that is back; `t` speaks of the archive. */
export async function restoreRows(
  { id, month, isBack }: { readonly id: string; readonly month: string; readonly isBack: boolean },
  t: TFunction<'archive'>,
): Promise<void> {
  if (
    !isBack &&
    !(await confirm({ title: t('restore.title', { month }), body: t('restore.body'), verb: t('restore.verb') }))
  )
    return;
  const answer = await call(archiveEndpoints.restore, { id }, { idempotencyKey: crypto.randomUUID() }).then(
    () => true,
    () => false,
  );
  if (answer) toast.success(t(isBack ? 'restore.longer' : 'restore.done', { month }));
}
