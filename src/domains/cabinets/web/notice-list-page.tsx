import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { create } from 'zustand';
import { Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { type PowerBankNotice, powerBankNotices } from '../contract/power-bank.ts';
import { UnitLink } from './cabinet-words.tsx';

type Notice = Pick<PowerBankNotice, 'id' | 'serial'>;
const useAsked = create<{ readonly asked?: Notice }>(() => ({}));
const close = (): void => useAsked.setState({}, true);
const Note = z.strictObject({ note: Text(200) });

const Page = recordsPage(powerBankNotices, {
  icon: 'bell',
  shown: ['openedAt', 'kind', 'serial', 'cabinetId', 'slot', 'detail', 'state', 'doneBy', 'note'],
  widths: { serial: 160, state: 108, slot: 72 },
  views: [{ key: 'open', request: { state: 'open' } }, { key: 'all' }],
  cells: {
    serial: (row) => <UnitLink serial={row.serial} />,
    state: (row) => <NoticeState state={row.state} />,
  },
  rowActions: (row, t: TFunction) =>
    row.state === 'open'
      ? [
          {
            ...{ key: 'done', icon: 'check', by: cabinetEndpoints.noticeDone, label: t('done.action') },
            onSelect: () => useAsked.setState({ asked: row }, true),
          },
        ]
      : [],
});

/** What about units needs a hand (settled 63). */
export default function NoticeListPage() {
  return (
    <>
      <Page />
      <DoneDialog />
    </>
  );
}

function NoticeState({ state }: { state: PowerBankNotice['state'] }) {
  return (
    <Tag tone={state === 'open' ? 'warning' : 'success'}>
      <DictionaryText code="power_bank_notice_state" value={state} />
    </Tag>
  );
}

function DoneDialog() {
  const { asked } = useAsked();
  const { t } = useTranslation('power-bank-notices');
  if (!asked) return null;
  const { id, serial } = asked;
  return (
    <FormDialog
      key={id}
      namespace="power-bank-notices"
      title={t('done.title', { serial })}
      schema={Note}
      initialValues={{ note: '' }}
      intro={<p>{t('done.intro')}</p>}
      verb={t('done.verb')}
      onSubmit={({ note }, { idempotencyKey }) =>
        call(cabinetEndpoints.noticeDone, { id, note }, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => toast.success(t('done.saved'))}
      onClose={close}
    >
      <TextAreaField name="note" />
    </FormDialog>
  );
}
