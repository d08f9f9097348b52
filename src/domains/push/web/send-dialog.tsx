import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { DictionarySearchMultiField } from '#system/dictionaries/web/index.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { MESSAGE_LOG } from '../contract/addresses.ts';
import { pushEndpoints, type SendAnswer } from '../contract/endpoints.ts';
import { CUSTOMER_CHOICES } from '../contract/runs.ts';
import type { PushScene } from '../contract/scenes.ts';
import { type MessageTemplate, type PushChannel, templates } from '../contract/templates.ts';
import { inLanguage } from '../rules/choose-template.ts';
import { codesOf, placeholdersOf, readValues } from '../rules/fill-message.ts';
import { LanguageField } from './language-field.tsx';

type Sent = Pick<MessageTemplate, 'code' | 'channel' | 'language' | 'title' | 'content' | 'testJson'>;
interface Asked {
  readonly template?: MessageTemplate;
  readonly scene?: PushScene;
}
const useAsked = create<Asked>(() => ({}));
const close = (): void => useAsked.setState({}, true);

export const openSendDialog = (asked: Asked): void => useAsked.setState(asked, true);

/** Stands once on the page whose rows can be sent. */
export function SendDialogs() {
  const { template, scene } = useAsked();
  if (template) return <SendDialog key={template.id} asked={{ template }} />;
  return scene ? <SendDialog key={scene.id} asked={{ scene }} /> : null;
}

function SendDialog({ asked: { template, scene } }: { asked: Asked }) {
  const { t } = useTranslation('message-templates');
  const language = useLanguage();
  const own = language.startsWith('zh') ? 'zh-CN' : 'en-US';
  const endpoint = scene ? pushEndpoints.sendScene : pushEndpoints.sendTemplate;
  const told = (answer: SendAnswer): void => {
    const names = answer.skipped.map(({ name, reason }) => t(`send.reason.${reason}`, { name }));
    const done = t('send.done', { count: answer.queued });
    if (names.length === 0) toast.success(done);
    else toast.warning(`${done}. ${t('send.skipped', { names: joinWords(names, language) })}`);
  };
  return (
    <FormDialog
      namespace={scene ? 'push-scenes' : 'message-templates'}
      title={t('send.title', { name: scene?.name ?? template?.title ?? '' })}
      schema={endpoint.request as typeof pushEndpoints.sendScene.request}
      initialValues={{ id: scene?.id ?? template?.id ?? '', ...(scene ? { language: own } : {}) }}
      verb={t('send.verb')}
      width={560}
      onSubmit={(request, { idempotencyKey }) =>
        call(endpoint as never, request as never, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => told(answer as SendAnswer)}
      onClose={close}
    >
      <UserField name="userIds" label={t('send.people')} store="id" isMulti />
      <DictionarySearchMultiField name="customerIds" label={t('send.customers')} code={CUSTOMER_CHOICES} />
      <p className="field-hint">{t('send.customersHint')}</p>
      {scene ? <SceneParts scene={scene} /> : template && <Parts sent={[template]} />}
      <p className="field-hint">
        {scene && scene.delaySeconds > 0 && `${t('send.delay')} `}
        <Link to={MESSAGE_LOG} onClick={close}>
          {t('send.toLog')}
        </Link>
      </p>
    </FormDialog>
  );
}

const ALL = 200;

/** What is asked for depends on the texts of the language that is chosen. */
function SceneParts({ scene }: { scene: PushScene }) {
  const { values } = useForm();
  const [codes] = useState(() => codesOf(scene.templateCodes).map((code) => code.toLowerCase()));
  const { data } = useQuery({
    queryKey: ['message-templates', 'of-scene', codes],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        codes.map((code) => call(templates.endpoints.page, { code, pageSize: ALL }, { signal, notices: 'none' })),
      );
      return pages.flatMap(({ records }) => records);
    },
  });
  const chosen = codes.flatMap((code) =>
    inLanguage(
      (data ?? []).filter((one) => one.code.toLowerCase() === code),
      String(values['language'] ?? ''),
    ),
  );
  return (
    <>
      <Parts sent={chosen} />
      <LanguageField name="language" />
    </>
  );
}

function Parts({ sent }: { sent: readonly Sent[] }) {
  const { t } = useTranslation('message-templates');
  const channels = new Set<PushChannel>(sent.map(({ channel }) => channel));
  const typed = [...channels].filter((one) => one === 'email' || one === 'sms');
  const only = typed.length === 1 ? typed[0] : undefined;
  const names = placeholdersOf(...sent.flatMap(({ title, content }) => [title, content]));
  const tests = Object.assign({}, ...sent.map(({ testJson }) => readValues(testJson) ?? {})) as Record<string, unknown>;
  return (
    <>
      {typed.length > 0 && (
        <TextAreaField
          name="addresses"
          label={t(`send.addressesOf.${only ?? 'both'}`)}
          hint={t('send.addressesHint')}
          rows={2}
        />
      )}
      {names.length > 0 && (
        <fieldset className="send-values">
          <legend className="field-label">{t('send.values')}</legend>
          <p className="field-hint">{t('send.valuesHint')}</p>
          {names.map((name) => (
            <TextField key={name} name={`values.${name}`} label={name} placeholder={String(tests[name] ?? '')} />
          ))}
        </fieldset>
      )}
    </>
  );
}
