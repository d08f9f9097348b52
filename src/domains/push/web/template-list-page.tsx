import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { pushEndpoints } from '../contract/endpoints.ts';
import { type MessageTemplate, templates } from '../contract/templates.ts';
import { LanguageName } from './language-field.tsx';
import { openSendDialog, SendDialogs } from './send-dialog.tsx';
import { TemplateForm } from './template-form.tsx';
import { FORM_WIDTH, TemplateLanguages } from './template-languages.tsx';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'email', request: { channel: 'email' } },
  { key: 'sms', request: { channel: 'sms' } },
  { key: 'wechat', request: { channel: 'wechat' } },
  { key: 'push', request: { channel: 'push' } },
  { key: 'api', request: { channel: 'api' } },
  { key: 'backend', request: { channel: 'backend' } },
];

const Page = recordsPage(templates, {
  icon: 'edit',
  views: VIEWS,
  // the texts of one message beside each other
  defaultSort: { by: 'code', order: 'asc' },
  shown: ['code', 'title', 'channel', 'language', 'content', 'createdAt'],
  widths: { code: 180, title: 280, channel: 128, language: 112, content: 360 },
  form: (props) => <TemplateForm {...props} />,
  formWidth: FORM_WIDTH,
  actions: CreateDelivered,
  facts: ['code', 'channel'],
  cells: { language: (row) => <LanguageName tag={row.language} /> },
  below: (row) => <TemplateLanguages row={row} />,
  rowActions: (row, t) => [sendAction(row, t)],
});

/** Texts of messages, per channel and language. */
export default function TemplateListPage() {
  return (
    <>
      <Page />
      <SendDialogs />
    </>
  );
}

const sendAction = (row: MessageTemplate, t: TFunction): RowAction => ({
  ...{
    key: 'send',
    label: t('send.button'),
    icon: 'mail',
    by: pushEndpoints.sendTemplate,
  },
  onSelect: () => openSendDialog({ template: row }),
});

/** Makes what the program brings along for events that have no scene. */
function CreateDelivered() {
  const { t } = useTranslation('message-templates');
  const create = async (): Promise<void> => {
    const made = await call(pushEndpoints.autoCreate, {}, { idempotencyKey: crypto.randomUUID() }).catch(
      () => undefined,
    );
    if (!made) return;
    if (made.templates + made.scenes === 0) toast.info(t('create.none'));
    else toast.success(t('create.done', made));
  };
  return (
    <ActionButton
      action={{
        ...{ key: 'create', label: t('create.button'), icon: 'copy', by: pushEndpoints.autoCreate },
        onSelect: () => void create(),
      }}
    />
  );
}
