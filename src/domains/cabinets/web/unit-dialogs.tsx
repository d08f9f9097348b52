import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { create } from 'zustand';
import { Text } from '#platform/http/contract/fields.ts';
import { call } from '#platform/http/web/call.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { CORRECTIONS, type Correction } from '../contract/codes.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import type { PowerBank } from '../contract/power-bank.ts';
import { correctedState } from '../rules/correction.ts';

type Unit = Pick<PowerBank, 'id' | 'serial' | 'state' | 'slot'>;
const useAsked = create<{ readonly asked?: { unit: Unit; correction: Correction } }>(() => ({}));
const close = (): void => useAsked.setState({}, true);
const Reason = z.strictObject({ reason: Text(200, 1) });

/** What staff can say of a unit now. */
export const unitActions = (unit: Unit, t: TFunction): RowAction[] =>
  unit.state === 'rented'
    ? []
    : CORRECTIONS.filter((one) => correctedState({ state: unit.state ?? 'in_service', slot: unit.slot }, one)).map(
        (correction) => ({
          ...{ key: correction, by: cabinetEndpoints.correct, label: t(`correct.${correction}`) },
          ...(correction === 'found' ? { icon: 'check' as const } : { danger: true }),
          onSelect: () => useAsked.setState({ asked: { unit, correction } }, true),
        }),
      );

export function UnitDialogs() {
  const { asked } = useAsked();
  const { t } = useTranslation('power-banks');
  if (!asked) return null;
  const { unit, correction } = asked;
  const { serial } = unit;
  return (
    <FormDialog
      key={`${unit.id} ${correction}`}
      namespace="power-banks"
      title={t(`correct.title.${correction}`, { serial })}
      schema={Reason}
      initialValues={{ reason: '' }}
      intro={<p>{t(`correct.intro.${correction}`)}</p>}
      verb={t('correct.verb')}
      onSubmit={({ reason }, { idempotencyKey }) =>
        call(cabinetEndpoints.correct, { id: unit.id, correction, reason }, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => toast.success(t('correct.done', { serial }))}
      onClose={close}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
