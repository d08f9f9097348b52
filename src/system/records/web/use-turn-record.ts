import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { type Confirmation, confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { recordName } from './record-name.ts';
import type { Row } from './record-value.tsx';

/**
 * What it is to switch a record of the kind: its texts say so, `kind.switch.on` and `.off` are the verbs, `.onBody` and `.offBody`
 * what follows.
 */
export function useTurning(kind: RecordKind) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  return {
    question: (row: Row, on: boolean): Confirmation => {
      const verb = own(on ? 'kind.switch.on' : 'kind.switch.off');
      return {
        title: t('turn.title', { verb, name: recordName(kind, row) }),
        body: own(on ? 'kind.switch.onBody' : 'kind.switch.offBody'),
        verb,
      };
    },
    /** Fails with the words of the server where it refuses. */
    send: async (row: Row, on: boolean): Promise<void> => {
      const { failed } = await call(
        kind.endpoints.turn,
        { ids: [row.id], on },
        { idempotencyKey: crypto.randomUUID(), notices: 'none' },
      );
      if (failed[0]) throw new Error(failed[0].message);
    },
  };
}

/** Switches one record after asking, as a button of its page does. */
export function useTurnRecord(kind: RecordKind) {
  const { t } = useTranslation('records');
  const queryClient = useQueryClient();
  const { question, send } = useTurning(kind);
  return async (row: Row, on: boolean): Promise<void> => {
    if (!(await confirm(question(row, on)))) return;
    const name = recordName(kind, row);
    try {
      await send(row, on);
      toast.success(t('edit.done', { name }));
    } catch (error) {
      toast.error({
        title: t('turn.refused', { name }),
        description: error instanceof Error ? error.message : undefined,
      });
    }
    await queryClient.invalidateQueries({ queryKey: [kind.namespace] });
  };
}
