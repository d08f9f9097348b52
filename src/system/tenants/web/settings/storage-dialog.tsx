import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { FirstStorageForm, StorageForm } from '#system/tenants/contract/storage-form.ts';
import { Button } from '#ui/button/button.tsx';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Icon } from '#ui/icon/icon.tsx';

export interface StorageDialogProps {
  /** As it is kept, its secret masked. */
  config: Readonly<Record<string, unknown>>;
  onSaved: () => void;
  onClose: () => void;
}

/** The parts of a storage, and a trial of what is typed before anything is kept. */
export function StorageDialog({ config, onSaved, onClose }: StorageDialogProps) {
  const { t } = useTranslation('tenants');
  const isSet = config['secretKeyIsSet'] === true;
  const schema = isSet ? StorageForm : FirstStorageForm;
  const text = (name: string): string => (typeof config[name] === 'string' ? config[name] : '');
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
      <TextField
        name="endpoint"
        type="url"
        label={t('oss.endpoint')}
        hint={t('storage.endpointHint')}
        maxLength={500}
      />
      <TextField name="bucketName" label={t('oss.bucketName')} maxLength={255} />
      <TextField name="region" label={t('oss.region')} hint={t('storage.regionHint')} maxLength={60} />
      <TextField name="accessKey" label={t('oss.accessKey')} maxLength={200} />
      <SecretField name="secretKey" label={t('oss.secretKey')} isSet={isSet} />
      <TextField name="staticDomain" label={t('oss.staticDomain')} hint={t('storage.domainHint')} maxLength={500} />
      <Trial schema={schema} />
    </FormDialog>
  );
}

function Trial({ schema }: { schema: typeof StorageForm | typeof FirstStorageForm }) {
  const { t } = useTranslation('tenants');
  const { values, isBusy } = useForm();
  const form = schema.safeParse(values).data;
  const trial = useMutation({
    mutationFn: (request: StorageForm) => call(tenantEndpoints.testStorage, request, { notices: 'none' }),
  });
  const { data, error } = trial;
  const answer = data?.message ?? (error instanceof CallError ? error.message : undefined);
  const said = trial.isPending ? undefined : answer;
  // an empty line has no class: a fault brings its sign along
  const kind = data?.works ? 'storage-works' : 'field-fault';
  return (
    <div className="storage-trial">
      <Button
        icon="plug"
        busy={trial.isPending}
        disabled={isBusy}
        reason={form ? undefined : t('storage.tryLater')}
        onClick={() => form && trial.mutate(form)}
      >
        {t('storage.try')}
      </Button>
      <p role="status" className={said ? kind : undefined}>
        {said && (
          <>
            {data?.works && <Icon name="success" size={14} />}
            {said}
          </>
        )}
      </p>
    </div>
  );
}
