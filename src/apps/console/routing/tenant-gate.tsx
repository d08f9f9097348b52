import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { readTenantLink } from '#platform/routing/web/tenant-link.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { switchTenant } from '../shell/load-session.ts';

/** A copied link says whose page it is: one of another tenant asks before it opens, instead of a silent 404 (ux-guide 2). */
export function TenantGate({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const own = useSession((session) => session.tenant.id);
  const link = readTenantLink(pathname + search + hash);
  if (!link) return children;
  if (link.tenantId === own) return <Navigate to={link.path} replace />;
  return <OtherTenant link={link} />;
}

function OtherTenant({ link }: { link: { tenantId: string; path: string } }) {
  const { t } = useTranslation('console');
  const { tenant, user } = useSession();
  const tenants = useQuery({
    queryKey: ['session', 'tenants'],
    queryFn: ({ signal }) => call(sessionEndpoints.currentTenants, {}, { signal, notices: 'none' }),
    staleTime: 300_000,
  });
  return (
    <main className="tenant-gate">
      <Loaded query={tenants}>
        {({ list }) => {
          const target = list.find((one) => one.id === link.tenantId);
          const maySwitch = target !== undefined && (user?.canSwitchTenant ?? false);
          return (
            <>
              <h1 tabIndex={-1}>
                {t('otherTenant.title', { name: target?.name ?? t('otherTenant.unknown', { id: link.tenantId }) })}
              </h1>
              <Empty
                icon="tenant"
                title={t('otherTenant.here', { name: tenant.name, id: tenant.id })}
                action={
                  <div className="button-group">
                    {maySwitch && (
                      <Button kind="primary" icon="swap" onClick={() => switchTenant(target, link.path)}>
                        {t('otherTenant.switch', { name: target.name })}
                      </Button>
                    )}
                    <ButtonLink kind={maySwitch ? 'default' : 'primary'} to="/" replace>
                      {t('otherTenant.stay')}
                    </ButtonLink>
                  </div>
                }
              >
                {t(maySwitch ? 'otherTenant.ask' : target ? 'otherTenant.logIn' : 'otherTenant.noAccess')}
              </Empty>
            </>
          );
        }}
      </Loaded>
    </main>
  );
}
