import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import type { PermissionEntry } from '#system/menu/contract/permission-entry.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { explainEndpoints } from '../../contract/endpoints.ts';
import { ThroughText } from '../through-text.tsx';

/** Who can do something in the selected tenant, and through what. */
export function HoldersDialog({ entry, onClose }: { entry: PermissionEntry; onClose: () => void }) {
  const { t } = useTranslation('menu');
  const { name: tenant } = useSession(({ tenant: now }) => now);
  const query = useQuery({
    queryKey: ['permissions', 'holders', entry.id],
    queryFn: ({ signal }) =>
      call(explainEndpoints.holdersOfRight, { permissionId: entry.id }, { signal, notices: 'none' }),
  });
  return (
    <Dialog
      title={t('holders.title', { name: entry.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p className="quiet">{t('holders.hint', { tenant })}</p>
      <Loaded query={query} skeleton={<SkeletonLines lines={5} />}>
        {({ total, holders }) =>
          total === 0 ? (
            <p>{t('holders.none')}</p>
          ) : (
            <>
              <ul className="grant-list">
                {holders.map((person) => (
                  <li key={person.id}>
                    <span>
                      {person.realname}
                      <small>{person.username}</small>
                    </span>
                    <span>
                      <ThroughText through={person.through} />
                    </span>
                  </li>
                ))}
              </ul>
              {total > holders.length && (
                <p className="quiet">{t('holders.more', { count: total - holders.length })}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}
