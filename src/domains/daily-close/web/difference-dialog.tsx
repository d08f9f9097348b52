import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { dailyCloseEndpoints } from '../contract/endpoints.ts';
import type { Asked } from './differences.tsx';

interface DialogProps {
  asked: Asked;
  onClose: () => void;
}

/** What is done about a difference, with its reason. */
export function DifferenceDialog({ asked, onClose }: DialogProps) {
  if (asked.what === 'note') return <NoteDialog asked={asked} onClose={onClose} />;
  return <ReasonDialog asked={asked} onClose={onClose} />;
}

function ReasonDialog({ asked: { of, what }, onClose }: DialogProps) {
  const { t } = useTranslation('daily-close');
  const client = useQueryClient();
  const isAccept = what === 'accept';
  return (
    <FormDialog
      namespace="daily-close"
      title={isAccept ? t('ask.acceptTitle') : t(`act.${what}`)}
      intro={
        <>
          <p>
            <strong>{t(`kinds.${of.kind}`)}</strong> {of.orderNo || of.subjectNo}
          </p>
          <p>{t(isAccept ? 'ask.acceptAbout' : 'ask.mendAbout')}</p>
        </>
      }
      schema={dailyCloseEndpoints.accept.request}
      initialValues={{ id: of.id, reason: '' }}
      verb={isAccept ? t('ask.acceptVerb') : t(`act.${what}`)}
      onSubmit={(request, { idempotencyKey }) =>
        isAccept || what === 'note'
          ? call(dailyCloseEndpoints.accept, request, { idempotencyKey })
          : call(dailyCloseEndpoints.mend, { ...request, act: what }, { idempotencyKey })
      }
      onSaved={() => {
        toast.success(t(isAccept ? 'ask.acceptDone' : 'ask.mendDone'));
        void client.invalidateQueries();
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

function NoteDialog({ asked: { of }, onClose }: DialogProps) {
  const { t } = useTranslation('daily-close');
  const client = useQueryClient();
  return (
    <FormDialog
      namespace="daily-close"
      title={t('ask.noteTitle')}
      schema={dailyCloseEndpoints.note.request}
      initialValues={{ id: of.id, note: of.note }}
      verb={t('ask.noteVerb')}
      onSubmit={(request, { idempotencyKey }) => call(dailyCloseEndpoints.note, request, { idempotencyKey })}
      onSaved={() => {
        toast.success(t('ask.noteDone'));
        void client.invalidateQueries();
      }}
      onClose={onClose}
    >
      <TextAreaField name="note" />
    </FormDialog>
  );
}
