import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { call } from '#platform/http/web/call.ts';
import { currentTenant } from '#platform/viewer/web/use-tenant.ts';
import { SectionNav } from '#system/records/web/form-page.tsx';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import type { TenantInfo } from '#system/tenants/contract/tenant-info.ts';
import type { EditTenantRequest } from '#system/tenants/contract/tenant-settings.ts';
import { Editable, useMayEdit } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { DetailSkeleton } from '#ui/loaded/detail-skeleton.tsx';
import { RecordForm } from '#ui/record-form/record-form.tsx';
import { reloadTenant } from '../facts/index.ts';
import { SetupHelp } from './setup-help.tsx';
import { useInfo } from './use-info.ts';
import './settings.css';

export interface SettingsSection {
  /** Its title is `section.<key>`. */
  readonly key: string;
  /** At the end of its head, such as a link to the help. */
  readonly extra?: ReactNode;
  readonly content: (info: TenantInfo) => ReactNode;
}

interface SettingsFormProps {
  title: string;
  lead: string;
  /** Names the draft. */
  code: string;
  schema: z.ZodObject;
  valuesOf: (info: TenantInfo) => Record<string, unknown>;
  /** The request out of what the form holds. */
  requestOf: (values: Record<string, unknown>, info: TenantInfo) => EditTenantRequest;
  sections: readonly SettingsSection[];
}

/** Settings of the tenant as one form with sections: everybody reads them, holders of the permission save them. */
export function SettingsForm(props: SettingsFormProps) {
  const { title, lead } = props;
  const query = useInfo();
  return (
    <div className="record-form-page settings-form">
      <header className="settings-head">
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {lead} <SetupHelp />
        </p>
      </header>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <DetailSkeleton />
      ) : (
        <Sections {...props} info={query.data} />
      )}
    </div>
  );
}

function Sections({
  title,
  code,
  schema,
  valuesOf,
  requestOf,
  sections,
  info,
}: SettingsFormProps & { info: TenantInfo }) {
  const { t } = useTranslation('tenants');
  const queryClient = useQueryClient();
  const mayEdit = useMayEdit(tenantEndpoints.edit);
  const prefix = useId();
  const shown = sections.map((section) => ({
    ...section,
    id: `${prefix}-${section.key}`,
    title: t(`section.${section.key}`),
  }));
  return (
    <div className="record-form-columns">
      <SectionNav label={t('index')} sections={shown} />
      <RecordForm
        namespace="tenants"
        label={title}
        schema={schema as z.ZodType<Record<string, unknown>, Record<string, unknown>>}
        stored={valuesOf(info)}
        draft={`tenants.${code}.${currentTenant()?.id ?? ''}`}
        readOnly={!mayEdit}
        onSubmit={async (values, { idempotencyKey }) => {
          const saved = await call(tenantEndpoints.edit, requestOf(values, info), { idempotencyKey, notices: 'none' });
          queryClient.setQueryData(['tenants', 'info', saved.id], saved);
          // clock, money and formats of all pages
          await reloadTenant().catch(() => undefined);
          return saved;
        }}
        savedValues={(saved: TenantInfo) => valuesOf(saved)}
      >
        {!mayEdit && <p className="quiet">{t('readOnly')}</p>}
        <Editable by={tenantEndpoints.edit}>
          {shown.map(({ key, id, title: head, extra, content }) => (
            <div key={key} id={id} className="record-section" tabIndex={-1}>
              <Card title={head} {...(extra ? { extra } : {})}>
                {content(info)}
              </Card>
            </div>
          ))}
        </Editable>
      </RecordForm>
    </div>
  );
}
