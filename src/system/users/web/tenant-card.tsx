import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { MultiSelect } from '#ui/select/multi-select.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type UserTenants, userTenantEndpoints } from '../contract/user-tenants.ts';
import { tenantOptions } from './tenant-options.ts';

/** Which tenants an account belongs to, and whether its owner may switch between them: the administrator's alone. */
export function TenantCard({ userId }: { userId: string }) {
  const { t } = useTranslation('users');
  const queryKey = ['users', 'tenants', userId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(userTenantEndpoints.read, { userId }, { signal, notices: 'none' }),
  });
  return (
    <Card title={t('tenants.title')}>
      <p className="quiet">{t('tenants.text')}</p>
      <Loaded query={query} queryKey={queryKey} skeleton={<SkeletonLines lines={3} />}>
        {(stored) => <Choice key={JSON.stringify(stored)} userId={userId} stored={stored} />}
      </Loaded>
    </Card>
  );
}

function Choice({ userId, stored }: { userId: string; stored: UserTenants }) {
  const { t } = useTranslation('users');
  const queryClient = useQueryClient();
  const [relTenantIds, setIds] = useState<string[]>(stored.relTenantIds);
  const [canSwitchTenant, setSwitch] = useState(stored.canSwitchTenant);
  const id = useId();
  const isSame =
    canSwitchTenant === stored.canSwitchTenant &&
    new Set(relTenantIds).symmetricDifference(new Set(stored.relTenantIds)).size === 0;
  const save = async () => {
    const saved = await call(userTenantEndpoints.save, { userId, relTenantIds, canSwitchTenant });
    queryClient.setQueryData(['users', 'tenants', userId], saved);
    toast.success(t('tenants.saved'));
  };
  return (
    <div className="user-tenants">
      <label htmlFor={id}>{t('tenants.of')}</label>
      <MultiSelect
        attributes={{ id }}
        label={t('tenants.of')}
        options={tenantOptions(stored)}
        values={relTenantIds}
        onChange={setIds}
      />
      <label className="field-check">
        <input type="checkbox" checked={canSwitchTenant} onChange={(event) => setSwitch(event.target.checked)} />
        {t('tenants.canSwitch')}
      </label>
      <Button disabled={isSame} onClick={() => void save()}>
        {t('tenants.save')}
      </Button>
    </div>
  );
}
