import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { tenantEndpoints } from '#system/tenants/contract/endpoints.ts';
import { SMS_CONTENT_TYPES, SmsForm } from '#system/tenants/contract/message-forms.ts';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { type ConfigDialogProps, ConfigPage, textIn } from './config-page.tsx';
import { SettingsJson } from './settings-json.tsx';
import { Trial } from './trial.tsx';

const FIELDS = ['endpoint', 'sender', 'contentType', 'accessKey', 'secretKey', 'authorization', 'body', 'acceptedText'];
const PLAIN = FIELDS.filter((name) => name !== 'secretKey');
const USUAL_BODY = '{"to":"{phone}","text":"{text}","from":"{sender}"}';
const PLACES = ['{phone}', '{text}', '{sender}', '{accessKey}', '{secretKey}', '{deliveryId}'].join(' ');

/** Domain 2: the provider of text messages; set, tried and taken away here. */
export default function SmsPage() {
  const { t } = useTranslation('tenants');
  return (
    <ConfigPage
      code="sms"
      fields={FIELDS}
      termOf={(name) => t(`message.${name}`)}
      configIn={(info) => info.smsConfig}
      clearBy={tenantEndpoints.clearSms}
      dialog={SmsDialog}
    />
  );
}

function SmsDialog({ config, onSaved, onClose }: ConfigDialogProps) {
  const { t } = useTranslation('tenants');
  const text = textIn(config);
  return (
    <FormDialog
      namespace="tenants"
      title={t('sms.dialog')}
      width={640}
      schema={SmsForm}
      initialValues={{
        endpoint: text('endpoint'),
        contentType: SMS_CONTENT_TYPES.find((type) => type === config['contentType']) ?? SMS_CONTENT_TYPES[0],
        body: text('body') || USUAL_BODY,
        authorization: text('authorization'),
        sender: text('sender'),
        accessKey: text('accessKey'),
        secretKey: '',
        acceptedText: text('acceptedText'),
      }}
      onSubmit={(form, { idempotencyKey }) => call(tenantEndpoints.editSms, form, { idempotencyKey, notices: 'none' })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TextField name="endpoint" type="url" label={t('message.endpoint')} hint={t('sms.endpointHint')} />
      <div className="form-row">
        <TextField name="sender" label={t('message.sender')} />
        <TextField name="accessKey" label={t('message.accessKey')} />
      </div>
      <SecretField name="secretKey" label={t('message.secretKey')} isSet={config['secretKeyIsSet'] === true} />
      <SelectField
        name="contentType"
        label={t('message.contentType')}
        options={SMS_CONTENT_TYPES.map((value) => ({ value, label: value }))}
      />
      <TextField
        name="authorization"
        label={t('message.authorization')}
        hint={t('sms.authorizationHint', { example: 'Bearer {secretKey}' })}
      />
      <TextAreaField name="body" label={t('message.body')} hint={t('sms.bodyHint', { places: PLACES })} rows={4} />
      <TextField name="acceptedText" label={t('message.acceptedText')} hint={t('sms.acceptedHint')} />
      <SettingsJson code="sms" names={PLAIN} />
      <Trial
        schema={SmsForm}
        verb={t('sms.try')}
        receiver={{ label: t('trial.smsTo'), type: 'tel', initial: '' }}
        send={(form, to) => call(tenantEndpoints.testSms, { ...form, to }, { notices: 'none' })}
      />
    </FormDialog>
  );
}
