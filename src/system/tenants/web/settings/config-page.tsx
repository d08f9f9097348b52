import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { configOf } from '../../rules/config-text.ts';
import { settingFacts } from './setting-facts.ts';
import { SettingsPage } from './settings-page.tsx';
import { useInfo } from './use-info.ts';

export interface ConfigDialogProps {
  /** As it is kept, its secret masked. */
  config: Readonly<Record<string, unknown>>;
  onSaved: () => void;
  onClose: () => void;
}

interface ConfigPageProps {
  /** Begins the keys of its texts: `storage.title`. */
  code: 'storage' | 'email' | 'sms';
  fields: readonly string[];
  termOf: (name: string) => string;
  defaults?: Readonly<Record<string, unknown>>;
  wordOf?: (name: string, value: string) => string;
  configIn: (info: TenantInfo) => string | null;
  clearBy: typeof tenantEndpoints.clearStorage;
  dialog: (props: ConfigDialogProps) => ReactNode;
}

/** One configuration of the tenant: what is set, and the dialog that sets, tries and takes it away. */
export function ConfigPage(props: ConfigPageProps) {
  const { code, fields, termOf, defaults, wordOf, configIn, clearBy, dialog: Dialog } = props;
  const { t } = useTranslation('tenants');
  const query = useInfo();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['tenants'] });
  const clear = useMutation({ mutationFn: () => call(clearBy, {}), onSuccess: refresh });
  const config = query.data ? configIn(query.data) : null;
  const isSet = config !== null;
  const askClear = async (): Promise<void> => {
    const may = await confirm({
      title: t(`${code}.clearTitle`),
      body: t(`${code}.clearBody`),
      verb: t(`${code}.clear`),
      danger: true,
    });
    if (may) clear.mutate();
  };
  return (
    <SettingsPage
      title={t(`${code}.title`)}
      lead={t(`${code}.lead`)}
      query={query}
      cards={(info) => [
        {
          title: t(`${code}.card`),
          facts: settingFacts(configIn(info), fields, termOf, t('notSet'), defaults, wordOf),
          isSet: configIn(info) !== null,
        },
      ]}
      unset={t(`${code}.unset`)}
      note={t(`${code}.note`)}
    >
      <Allowed by={tenantEndpoints.editStorage}>
        <div className="button-group">
          <Button icon="edit" kind="primary" disabled={!query.data} onClick={() => setOpen(true)}>
            {t(isSet ? `${code}.edit` : `${code}.add`)}
          </Button>
          {isSet && (
            <Button icon="trash" busy={clear.isPending} onClick={() => void askClear()}>
              {t(`${code}.clear`)}
            </Button>
          )}
        </div>
      </Allowed>
      {isOpen && query.data && (
        <Dialog
          config={configOf(config)}
          onSaved={() => {
            refresh();
            toast.success(t(`${code}.saved`));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </SettingsPage>
  );
}

/** A text of a configuration, empty where there is none. */
export const textIn =
  (config: Readonly<Record<string, unknown>>) =>
  (name: string): string =>
    typeof config[name] === 'string' ? config[name] : '';
