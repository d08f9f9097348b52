import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { CopyRunDetail, CopyTarget } from '../contract/copy-run.ts';
import { CleanRequest, menuCopyEndpoints } from '../contract/endpoints.ts';

interface CleanProps {
  target: CopyTarget;
  onStarted: (run: { readonly id: string; readonly tenantId: string }) => void;
  onClose: () => void;
}

/** Takes copies away again; the tenant's name is typed, so that it is no other one. */
export function CleanDialog({ target, onStarted, onClose }: CleanProps) {
  const { t } = useTranslation('menu-copy');
  return (
    <FormDialog
      namespace="menu-copy"
      title={t('clean.title', { tenant: target.name })}
      schema={CleanRequest}
      initialValues={{ targetTenantId: target.tenantId }}
      danger
      verb={t('clean.verb', { tenant: target.name })}
      intro={<p>{t('clean.body', { tenant: target.name })}</p>}
      onSubmit={(request, { idempotencyKey }) =>
        call(menuCopyEndpoints.clean, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(run) => {
        toast.success(t('cleaning'));
        onStarted(run as CopyRunDetail);
      }}
      onClose={onClose}
    >
      <TextField name="tenantName" required hint={t('hint.tenantName', { tenant: target.name })} />
    </FormDialog>
  );
}
