import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { RadioField } from '#ui/fields/radio-field.tsx';
import { TextAreaField, TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { Alarm } from '../contract/alarms.ts';
import { alarmEndpoints, MOST_ALARMS } from '../contract/endpoints.ts';
import { inParts } from './in-parts.ts';
import { useAcknowledge } from './use-acknowledge.ts';

/** Which question is open, about which alarms. */
export interface Asked {
  readonly kind: 'assign' | 'snooze' | 'comment';
  readonly rows: readonly Pick<Alarm, 'id' | 'deviceName' | 'assignedTo' | 'assignedUserId'>[];
}

/** By account where there is one. */
const lookedAfterBy = ({ assignedTo, assignedUserId }: Asked['rows'][number]) =>
  assignedUserId === '' ? { assignedTo } : { userId: assignedUserId };

const MINUTES = [30, 60, 240, 480] as const;

export function AlarmDialogs({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const queries = useQueryClient();
  const [row] = asked?.rows ?? [];
  if (!asked || !row) return null;
  const saved = (words: string) => () => {
    toast.success(words);
    void queries.invalidateQueries();
  };
  const names = { name: row.deviceName };
  if (asked.kind === 'snooze') {
    const ids = asked.rows.map(({ id }) => id);
    return (
      <FormDialog
        namespace="alarms"
        title={t('action.snoozeTitle', { count: ids.length })}
        intro={<p>{t('action.snoozeExplain')}</p>}
        schema={alarmEndpoints.snooze.request}
        initialValues={{ ids: ids.slice(0, MOST_ALARMS), minutes: 60 }}
        verb={t('action.snoozeVerb')}
        onSubmit={({ minutes }, { idempotencyKey }) =>
          inParts(ids, (part, from) =>
            call(alarmEndpoints.snooze, { ids: part, minutes }, { idempotencyKey: `${idempotencyKey}/${from}` }),
          )
        }
        onSaved={(done) => saved(t('action.silenced', { count: (done as { changed: number }).changed }))()}
        onClose={onClose}
      >
        <RadioField name="minutes" options={MINUTES.map((value) => ({ value, label: t(`minutes.${value}`) }))} />
      </FormDialog>
    );
  }
  if (asked.kind === 'assign')
    return (
      <FormDialog
        namespace="alarms"
        title={t('action.assignTitle', names)}
        schema={alarmEndpoints.assign.request}
        initialValues={{ id: row.id, ...lookedAfterBy(row) }}
        onSubmit={(request, { idempotencyKey }) => call(alarmEndpoints.assign, request, { idempotencyKey })}
        onSaved={saved(t('action.assigned'))}
        onClose={onClose}
      >
        <UserField name="userId" store="id" hint={t('action.assignHint')} />
        <TextField name="assignedTo" label={t('action.somebodyElse')} hint={t('action.elseHint')} />
      </FormDialog>
    );
  return (
    <FormDialog
      namespace="alarms"
      title={t('action.commentTitle', names)}
      schema={alarmEndpoints.comment.request}
      initialValues={{ id: row.id, comment: '' }}
      onSubmit={(request, { idempotencyKey }) => call(alarmEndpoints.comment, request, { idempotencyKey })}
      onSaved={saved(t('action.commented'))}
      onClose={onClose}
    >
      <TextAreaField name="comment" />
    </FormDialog>
  );
}

export function BulkActions({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const { t } = useTranslation('alarms');
  const [asked, setAsked] = useState<Asked>();
  const acknowledge = useAcknowledge();
  // everything that the filters match is too much to answer for at once: chosen ones are
  const ids = selection.kind === 'ids' ? selection.ids : [];
  if (ids.length === 0) return null;
  return (
    <>
      <ActionButton
        action={{
          key: 'acknowledge',
          label: t('action.acknowledge'),
          icon: 'check',
          by: alarmEndpoints.acknowledge,
          onSelect: () => void acknowledge(ids).then(onDone),
        }}
      />
      <ActionButton
        action={{
          key: 'snooze',
          label: t('action.snooze'),
          by: alarmEndpoints.snooze,
          onSelect: () =>
            setAsked({
              kind: 'snooze',
              rows: ids.map((id) => ({ id, deviceName: '', assignedTo: '', assignedUserId: '' })),
            }),
        }}
      />
      <AlarmDialogs
        asked={asked}
        onClose={() => {
          setAsked(undefined);
          onDone();
        }}
      />
    </>
  );
}
