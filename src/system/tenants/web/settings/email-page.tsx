import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { EmailForm, MAIL_SECURITY } from '#system/tenants/contract/message-forms.ts';
import { NumberField } from '#ui/fields/number-field.tsx';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { type ConfigDialogProps, ConfigPage, textIn } from './config-page.tsx';
import { SettingsJson } from './settings-json.tsx';
import { Trial } from './trial.tsx';

const FIELDS = ['from', 'fromName', 'host', 'port', 'security', 'username', 'password'];
const PLAIN = FIELDS.filter((name) => name !== 'password');
/** As `EmailSettings` has it. */
const DEFAULTS = { security: 'starttls' };
const SUBMISSION_PORT = 587;

/** Domain 2: the mail server of the tenant; set, tried and taken away here. */
export default function EmailPage() {
  const { t } = useTranslation('tenants');
  return (
    <ConfigPage
      code="email"
      fields={FIELDS}
      termOf={(name) => t(`mail.${name}`)}
      defaults={DEFAULTS}
      wordOf={(name, value) =>
        name === 'security' ? t(`email.security.${value === 'tls' ? 'tls' : 'starttls'}`) : value
      }
      configIn={(info) => info.emailConfig}
      clearBy={tenantEndpoints.clearEmail}
      dialog={EmailDialog}
    />
  );
}

function EmailDialog({ config, onSaved, onClose }: ConfigDialogProps) {
  const { t } = useTranslation('tenants');
  const text = textIn(config);
  return (
    <FormDialog
      namespace="tenants"
      title={t('email.dialog')}
      width={560}
      schema={EmailForm}
      initialValues={{
        host: text('host'),
        port: Number(config['port'] ?? SUBMISSION_PORT),
        security: config['security'] === 'tls' ? 'tls' : 'starttls',
        username: text('username'),
        password: '',
        from: text('from'),
        fromName: text('fromName'),
      }}
      onSubmit={(form, { idempotencyKey }) =>
        call(tenantEndpoints.editEmail, form, { idempotencyKey, notices: 'none' })
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField name="from" type="email" label={t('mail.from')} />
      <TextField name="fromName" label={t('mail.fromName')} />
      <div className="form-row">
        <TextField name="host" label={t('mail.host')} />
        <NumberField name="port" label={t('mail.port')} />
      </div>
      <RadioField
        name="security"
        label={t('mail.security')}
        options={MAIL_SECURITY.map((value) => ({ value, label: t(`email.security.${value}`) }))}
      />
      <TextField name="username" label={t('mail.username')} />
      <SecretField name="password" label={t('mail.password')} isSet={config['passwordIsSet'] === true} />
      <SettingsJson code="email" names={PLAIN} />
      <Trial
        schema={EmailForm}
        verb={t('email.try')}
        receiver={{ label: t('trial.mailTo'), type: 'email', initial: '' }}
        send={(form, to) => call(tenantEndpoints.testEmail, { ...form, to }, { notices: 'none' })}
      />
    </FormDialog>
  );
}
