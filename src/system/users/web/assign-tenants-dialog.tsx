import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { CheckboxField } from '#ui/fields/checkbox-field.tsx';
import { MultiSelectField } from '#ui/fields/select-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import {
  SaveUserTenantsRequest,
  type UnassignedUser,
  type UserTenants,
  userTenantEndpoints,
} from '../contract/user-tenants.ts';
import { tenantOptions } from './tenant-options.ts';

export interface AssignTenantsDialogProps {
  user: UnassignedUser;
  stored: UserTenants;
  onSaved: () => void;
  onClose: () => void;
}

/** The first tenants of an account that belongs to none. */
export function AssignTenantsDialog({ user, stored, onSaved, onClose }: AssignTenantsDialogProps) {
  const { t } = useTranslation('users');
  const { t: own } = useTranslation('unassigned-users');
  const { relTenantIds, canSwitchTenant } = stored;
  return (
    <FormDialog
      namespace="users"
      title={own('assignTitle', { name: user.realname })}
      schema={SaveUserTenantsRequest}
      initialValues={{ userId: user.id, relTenantIds, canSwitchTenant }}
      intro={<p>{own('assignText')}</p>}
      verb={t('tenants.save')}
      onSubmit={(request, { idempotencyKey }) =>
        call(userTenantEndpoints.save, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <MultiSelectField name="relTenantIds" label={t('tenants.of')} options={tenantOptions(stored)} />
      <CheckboxField name="canSwitchTenant" label={t('tenants.canSwitch')} />
    </FormDialog>
  );
}
