import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '#platform/http/web/call-error.ts';
import { type Permitted, useCan } from '../allowed/allowed.tsx';
import { type Confirmation, confirm } from '../confirm/confirm.tsx';
import { toast } from '../toast/toasts.tsx';
import './switch.css';

export interface LiveSwitchProps {
  /** Spoken name. */
  label: string;
  /** As stored. */
  isOn: boolean;
  /** Sends the change. */
  change: (isOn: boolean) => Promise<unknown>;
  /** The question before it, where there is one. */
  ask?: ((isOn: boolean) => Confirmation | undefined) | undefined;
  /** Why it cannot be switched now: it can still be focused, and then shows this. */
  reason?: string | undefined;
  /** The call that changes it: without its permission the switch shows the state alone. */
  by?: Permitted | undefined;
  /** Start of the query keys that are asked again afterwards, such as the slice's namespace. */
  refreshes?: string | undefined;
}

/** A native checkbox announces by itself whether it is checked. */
const LOOK = { type: 'checkbox', role: 'switch', className: 'switch' } as const;
const ANYBODY: Permitted = { permission: null };

/** A switch that saves at once: it goes over before the server has answered, and back with a message where that refuses. */
export function LiveSwitch({ label, isOn, change, ask, reason, by = ANYBODY, refreshes }: LiveSwitchProps) {
  const { t } = useTranslation('ui');
  const queries = useQueryClient();
  const isAllowed = useCan(by);
  /** What was chosen, until the stored state is known again. */
  const [chosen, setChosen] = useState<boolean>();
  const blocked = isAllowed ? reason : t('switch.forbidden');
  const turn = async (next: boolean): Promise<void> => {
    if (blocked !== undefined || chosen !== undefined) return;
    const question = ask?.(next);
    if (question && !(await confirm(question))) return;
    setChosen(next);
    try {
      await change(next);
      if (refreshes !== undefined) await queries.invalidateQueries({ queryKey: [refreshes] });
    } catch (error) {
      showFailure(error, t('switch.failed', { name: label }));
    } finally {
      setChosen(undefined);
    }
  };
  return (
    <label className="live-switch" data-tip={blocked}>
      <input
        {...LOOK}
        aria-label={label}
        aria-disabled={blocked !== undefined || undefined}
        aria-description={blocked}
        aria-busy={chosen !== undefined || undefined}
        checked={chosen ?? isOn}
        onChange={(event) => void turn(event.target.checked)}
      />
    </label>
  );
}

function showFailure(error: unknown, title: string): void {
  const answer = error instanceof CallError ? error : undefined;
  answer?.markShown();
  toast.error({
    title,
    description: answer?.message ?? (error instanceof Error ? error.message : undefined),
    requestId: answer?.requestId,
  });
}
