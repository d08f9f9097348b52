import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelName } from '#platform/channels/contract/channels.ts';
import { call } from '#platform/http/web/call.ts';
import { useDictionaryText } from '#system/dictionaries/web/index.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SecretField } from '#ui/fields/secret-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { ChannelForm, type ChannelHealth, channelEndpoints } from '../contract/channel-page.ts';
import { FaultWord } from './fault-word.tsx';

/** What each channel is set up with; those of text messages and mails stand on pages of their own. */
const FIELDS: Readonly<Record<ChannelName, readonly string[]>> = {
  ...{ sms: [], email: [], backend: [], api: ['endpoint'] },
  wechat: ['endpoint', 'appId', 'templateId', 'miniAppId'],
  push: ['endpoint', 'tokenEndpoint', 'projectId', 'clientEmail'],
};
const SECRETS: Readonly<Record<ChannelName, readonly string[]>> = {
  ...{ sms: ['reportSecret'], email: ['reportSecret'], wechat: ['appSecret', 'reportSecret'] },
  ...{ push: ['privateKey'], api: ['secret'], backend: [] },
};
const USUAL: Readonly<Record<string, string>> = {
  'wechat.endpoint': 'https://api.weixin.qq.com',
  'push.endpoint': 'https://fcm.googleapis.com',
  'push.tokenEndpoint': 'https://oauth2.googleapis.com/token',
};

interface DialogProps {
  readonly one: ChannelHealth;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export function ChannelDialog({ one, onSaved, onClose }: DialogProps) {
  const { t } = useTranslation('message-channels');
  const { channel } = one;
  const name = useChannelName(channel);
  return (
    <FormDialog
      namespace="message-channels"
      title={t('editTitle', { name })}
      schema={ChannelForm}
      initialValues={
        {
          ...{ channel, isOn: one.isOn, perPersonDay: one.perPersonDay, perHour: one.perHour },
          ...Object.fromEntries(
            FIELDS[channel].map((field) => [field, one.settings[field] ?? USUAL[`${channel}.${field}`] ?? '']),
          ),
          ...Object.fromEntries(SECRETS[channel].map((field) => [field, ''])),
        } as never
      }
      width={600}
      onSubmit={(form, { idempotencyKey }) =>
        call(channelEndpoints.saveChannel, form as never, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => {
        toast.success(t('saved'));
        onSaved();
      }}
      onClose={onClose}
    >
      <SwitchField name="isOn" hint={t('hint.isOn')} />
      {FIELDS[channel].map((field) => (
        <TextField key={field} name={field} hint={field === 'miniAppId' ? t('hint.miniAppId') : ''} />
      ))}
      {SECRETS[channel].map((field) =>
        field === 'privateKey' ? (
          <TextAreaField
            key={field}
            name={field}
            rows={4}
            hint={t(one.secrets[field] ? 'hint.kept' : 'hint.privateKey')}
          />
        ) : (
          <SecretField
            key={field}
            name={field}
            isSet={one.secrets[field] !== undefined}
            hint={t(field === 'reportSecret' ? 'hint.reportSecret' : `hint.${field as 'secret' | 'appSecret'}`)}
          />
        ),
      )}
      <div className="form-row">
        <NumberField name="perPersonDay" hint={t('hint.perPersonDay')} />
        <NumberField name="perHour" hint={t('hint.perHour')} />
      </div>
    </FormDialog>
  );
}

const useChannelName = (channel: ChannelName): string => useDictionaryText('message_channel')(channel) || channel;

/** Sends one message at once, by what is kept, and shows what the other side answered. */
export function ChannelTestDialog({ one, onClose }: { readonly one: ChannelHealth; readonly onClose: () => void }) {
  const { t } = useTranslation('message-channels');
  const [to, setTo] = useState('');
  const { channel } = one;
  const name = useChannelName(channel);
  const isBell = channel === 'backend';
  const trial = useMutation({
    mutationFn: () => call(channelEndpoints.test, { channel, to: to.trim() }, { idempotencyKey: crypto.randomUUID() }),
  });
  return (
    <Dialog title={t('test.title', { name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate();
        }}
      >
        {isBell ? (
          <p>{t('test.bell')}</p>
        ) : (
          <label className="field">
            <span className="field-label">{t(`test.to.${channel}`)}</span>
            <input value={to} maxLength={254} autoComplete="off" onChange={(event) => setTo(event.target.value)} />
          </label>
        )}
        <div className="channel-card-actions">
          <Button
            kind="primary"
            type="submit"
            busy={trial.isPending}
            reason={isBell || to.trim() !== '' ? undefined : t('test.later')}
          >
            {t('test.verb')}
          </Button>
        </div>
        <div role="status">
          {trial.data && (
            <p className={trial.data.works ? 'trial-works' : 'field-fault'}>
              {trial.data.works ? t('test.works') : <FaultWord code={trial.data.fault} />}{' '}
              {trial.data.answer !== '' && <code>{trial.data.answer}</code>}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
