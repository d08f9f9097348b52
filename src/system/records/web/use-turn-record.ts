import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { recordName } from './record-name.ts';
import type { Row } from './record-value.tsx';

/**
 * Switches one record after asking. The kind's texts say what that means: `kind.switch.on` and `.off` are the verbs, `.onBody` and
 * `.offBody` what follows.
 */
export function useTurnRecord(kind: RecordKind) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  const queryClient = useQueryClient();
  return async (row: Row, on: boolean, onAgreed: () => void = () => undefined): Promise<void> => {
    const name = recordName(kind, row);
    const verb = own(on ? 'kind.switch.on' : 'kind.switch.off');
    const question = {
      title: t('turn.title', { verb, name }),
      body: own(on ? 'kind.switch.onBody' : 'kind.switch.offBody'),
      verb,
    };
    if (!(await confirm(question))) return;
    onAgreed();
    const results = await call(
      kind.endpoints.turn,
      { ids: [row.id], on },
      { idempotencyKey: crypto.randomUUID() },
    ).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: [kind.namespace] });
    const [refused] = results?.failed ?? [];
    if (refused) toast.error({ title: t('turn.refused', { name }), description: refused.message });
    else if (results) toast.success(t('edit.done', { name }));
  };
}
