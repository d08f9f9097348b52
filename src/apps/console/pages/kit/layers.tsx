import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { SidePanel } from '#ui/side-panel/side-panel.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { ORDER_NO, PEOPLE } from './samples.ts';
import { State } from './state.tsx';

const DIALOG = 'dialog[open]';

export function Confirms() {
  const { t } = useTranslation('kit');
  const shared = { title: t('word.question'), body: t('word.sentence'), verb: t('word.remove') };
  return (
    <>
      <State of="normal" opens={DIALOG}>
        <Button onClick={() => void confirm(shared)}>{t('word.show')}</Button>
      </State>
      <State of="danger" opens={DIALOG}>
        <Button onClick={() => void confirm({ ...shared, danger: true, typeToConfirm: '24' })}>{t('word.show')}</Button>
      </State>
    </>
  );
}

export function Dialogs() {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <State of="long" opens={DIALOG}>
      <Button onClick={() => setOpen(true)}>{t('word.show')}</Button>
      {isOpen && (
        <Dialog title={t('word.long')} onClose={close} footer={<Button onClick={close}>{t('word.save')}</Button>}>
          <p>{t('word.long')}</p>
        </Dialog>
      )}
    </State>
  );
}

const Values = z.strictObject({ name: z.string().min(1), amount: z.int().max(10_000), note: z.string().optional() });

export function Forms() {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(false);
  return (
    <State of="normal" opens={DIALOG}>
      <Button onClick={() => setOpen(true)}>{t('word.show')}</Button>
      {isOpen && (
        <FormDialog
          namespace="kit"
          title={t('word.refund')}
          schema={Values}
          initialValues={{ name: PEOPLE[1], amount: 5_700 }}
          danger
          verb={t('word.refund')}
          onSubmit={async () => undefined}
          onClose={() => setOpen(false)}
        >
          <TextField name="name" />
          <MoneyField name="amount" hint={t('word.because')} />
          <TextAreaField name="note" />
        </FormDialog>
      )}
    </State>
  );
}

export function Panels() {
  const { t } = useTranslation('kit');
  const [isOpen, setOpen] = useState(false);
  return (
    <State of="normal" opens=".side-panel">
      <Button onClick={() => setOpen(true)}>{t('word.show')}</Button>
      {isOpen && (
        <SidePanel
          title={t('word.details')}
          fullPage="/test/kit"
          onMove={() => undefined}
          onClose={() => setOpen(false)}
          footer={<Button>{t('word.refund')}</Button>}
        >
          <DescriptionList
            columns={1}
            facts={[
              { term: t('field.name'), value: ORDER_NO },
              { term: t('field.note'), value: t('word.long') },
            ]}
          />
        </SidePanel>
      )}
    </State>
  );
}

export function Messages() {
  const { t } = useTranslation('kit');
  const showAll = () => {
    toast.success(t('word.saved'), { undo: () => undefined });
    toast.info(t('word.sentence'));
    toast.warning(t('word.because'));
    toast.error({ title: t('word.failed'), description: t('word.long'), requestId: ORDER_NO });
  };
  return (
    <State of="normal" opens=".toasts">
      <Button onClick={showAll}>{t('word.show')}</Button>
    </State>
  );
}
