import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { pushEndpoints } from '../contract/endpoints.ts';
import { type PushScene, scenes } from '../contract/scenes.ts';
import { codesOf } from '../rules/fill-message.ts';
import { openSendDialog, SendDialogs } from './send-dialog.tsx';
import { TemplatesField } from './templates-field.tsx';
import './push.css';

const Page = recordsPage(scenes, {
  icon: 'list',
  shown: ['name', 'code', 'event', 'templateCodes', 'delaySeconds', 'status'],
  widths: { name: 200, code: 180, event: 264, templateCodes: 240, delaySeconds: 112 },
  form: (props) => <SceneForm {...props} />,
  formWidth: 600,
  cells: { templateCodes: (row) => codesOf(row.templateCodes).join(', ') },
  rowActions: (row, t) => (row.status === 1 ? [sendAction(row, t)] : []),
});

/** What is sent together about one matter. */
export default function SceneListPage() {
  return (
    <>
      <Page />
      <SendDialogs />
    </>
  );
}

const sendAction = (row: PushScene, t: TFunction): RowAction => ({
  ...{ key: 'send', label: t('send.button', { ns: 'message-templates' }), icon: 'mail', by: pushEndpoints.sendScene },
  onSelect: () => openSendDialog({ scene: row }),
});

function SceneForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('push-scenes');
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  return (
    <>
      {input('name')}
      {input('code')}
      <div>
        {input('event')}
        <p className="field-hint">{t('hint.event')}</p>
      </div>
      <TemplatesField />
      <div>
        {input('delaySeconds')}
        <p className="field-hint">{t('hint.delay')}</p>
      </div>
      {input('description')}
      {input('status')}
    </>
  );
}
