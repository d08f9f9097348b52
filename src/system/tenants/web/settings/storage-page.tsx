import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { configOf } from '../../rules/config-text.ts';
import { settingFacts } from './setting-facts.ts';
import { SettingsPage } from './settings-page.tsx';
import { StorageDialog } from './storage-dialog.tsx';
import { useInfo } from './use-info.ts';

const FIELDS = ['endpoint', 'bucketName', 'region', 'staticDomain', 'accessKey', 'secretKey'] as const;

/** Platform.md 3: where the tenant's files lie; set, tried and taken away here. */
export function StoragePage() {
  const { t } = useTranslation('tenants');
  const query = useInfo();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['tenants'] });
  const clear = useMutation({ mutationFn: () => call(tenantEndpoints.clearStorage, {}), onSuccess: refresh });
  const isSet = (query.data?.ossConfig ?? null) !== null;
  const askClear = async (): Promise<void> => {
    const may = await confirm({
      title: t('storage.clearTitle'),
      body: t('storage.clearBody'),
      verb: t('storage.clear'),
      danger: true,
    });
    if (may) clear.mutate();
  };
  return (
    <SettingsPage
      title={t('storage.title')}
      lead={t('storage.lead')}
      query={query}
      cards={(info) => [
        {
          title: t('storage.card'),
          facts: settingFacts(info.ossConfig, FIELDS, (name) => t(`oss.${name}`), t('notSet')),
          isSet: info.ossConfig !== null,
        },
      ]}
      unset={t('storage.unset')}
      note={t('storage.note')}
    >
      <Allowed by={tenantEndpoints.editStorage}>
        <div className="button-group">
          <Button icon="edit" kind="primary" disabled={!query.data} onClick={() => setOpen(true)}>
            {t(isSet ? 'storage.edit' : 'storage.add')}
          </Button>
          {isSet && (
            <Button icon="trash" busy={clear.isPending} onClick={() => void askClear()}>
              {t('storage.clear')}
            </Button>
          )}
        </div>
      </Allowed>
      {isOpen && query.data && (
        <StorageDialog
          config={configOf(query.data.ossConfig)}
          onSaved={() => {
            refresh();
            toast.success(t('storage.saved'));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </SettingsPage>
  );
}
