import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField, useForm } from '#ui/form-dialog/form-context.ts';
import { JsonEditor } from '#ui/json-editor/json-editor.tsx';
import { CHANNELS, type PushChannel } from '../contract/templates.ts';
import { JumpFields } from './jump-fields.tsx';
import { LanguageField } from './language-field.tsx';
import { MessagePreview } from './message-preview.tsx';
import './push.css';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of a template, with the message beside them. */
export function TemplateForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('message-templates');
  const { values } = useForm();
  const channel: PushChannel = CHANNELS.find((one) => one === values['channel']) ?? 'email';
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  return (
    <div className="template-form">
      <div className="template-fields">
        <div>
          {input('code')}
          <p className="field-hint">{t('hint.code')}</p>
        </div>
        <div className="template-pair">
          {input('channel')}
          <LanguageField name="language" />
        </div>
        {input('title')}
        <div>
          {input('content')}
          <p className="field-hint">{t('hint.placeholders')}</p>
        </div>
        {channel === 'wechat' && (
          <div>
            {input('providerTemplate')}
            <p className="field-hint">{t('hint.providerTemplate')}</p>
          </div>
        )}
        {channel !== 'backend' && <JumpFields />}
        <TestJsonField id={row?.id} />
      </div>
      <MessagePreview
        channel={channel}
        language={textOf(values['language'])}
        title={textOf(values['title'])}
        content={textOf(values['content'])}
        testJson={textOf(values['testJson'])}
        jumpType={Number(values['jumpType'] ?? 0)}
        jumpTarget={textOf(values['jumpTarget'])}
      />
    </div>
  );
}

function TestJsonField({ id }: { id: string | undefined }) {
  const { t } = useTranslation('message-templates');
  const tenant = useTenant();
  const field = useField({ name: 'testJson', label: t('field.testJson'), hint: t('hint.testJson') });
  return (
    <div className="field">
      <span className="field-label">{field.label}</span>
      <div id={field.id}>
        <JsonEditor
          label={field.label}
          value={textOf(field.value)}
          onChange={(text) => field.set(text)}
          code={`message-template.${tenant.id}.${id ?? 'new'}`}
        />
      </div>
      <FieldNotes field={field} />
    </div>
  );
}
