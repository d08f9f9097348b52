import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { FirstStorageForm, StorageForm } from '#system/tenants/contract/storage-form.ts';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { type ConfigDialogProps, textIn } from './config-page.tsx';
import { SettingsJson } from './settings-json.tsx';
import { Trial } from './trial.tsx';

const PLAIN = ['endpoint', 'bucketName', 'region', 'accessKey', 'staticDomain'];

/** The parts of a storage, and a trial of what is typed before anything is kept. */
export function StorageDialog({ config, onSaved, onClose }: ConfigDialogProps) {
  const { t } = useTranslation('tenants');
  const isSet = config['secretKeyIsSet'] === true;
  const schema = isSet ? StorageForm : FirstStorageForm;
  const text = textIn(config);
  return (
    <FormDialog
      namespace="tenants"
      title={t('storage.dialog')}
      width={560}
      schema={schema}
      initialValues={{
        endpoint: text('endpoint'),
        bucketName: text('bucketName'),
        region: text('region'),
        accessKey: text('accessKey'),
        secretKey: '',
        staticDomain: text('staticDomain'),
      }}
      onSubmit={(form, { idempotencyKey }) =>
        call(tenantEndpoints.editStorage, form, { idempotencyKey, notices: 'none' })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField name="endpoint" type="url" label={t('oss.endpoint')} hint={t('storage.endpointHint')} />
      <TextField name="bucketName" label={t('oss.bucketName')} />
      <TextField name="region" label={t('oss.region')} hint={t('storage.regionHint')} />
      <TextField name="accessKey" label={t('oss.accessKey')} />
      <SecretField name="secretKey" label={t('oss.secretKey')} isSet={isSet} />
      <TextField name="staticDomain" label={t('oss.staticDomain')} hint={t('storage.domainHint')} />
      <SettingsJson code="storage" names={PLAIN} />
      <Trial
        schema={schema}
        verb={t('storage.try')}
        send={(form) => call(tenantEndpoints.testStorage, form, { notices: 'none' })}
      />
    </FormDialog>
  );
}
