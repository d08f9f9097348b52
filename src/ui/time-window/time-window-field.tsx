import { useTranslation } from 'react-i18next';
import { DateFrame } from '../date/date-field.tsx';
import { TimeInput } from '../date/date-input.tsx';
import { clockFault, UNFINISHED } from '../date/date-value.ts';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import type { FieldFault } from '../form-dialog/form-state.ts';
import { onLeave } from '../form-dialog/on-leave.ts';
import { formatWall } from '../time/format-wall.ts';
import { useTimeStyle } from '../time/use-time-style.ts';
import { type TimeWindow, windowLength, withTime } from './time-window.ts';
import './time-window.css';

/** From one time of day to another, `{ from: 'HH:mm', to: 'HH:mm' }`; one that crosses midnight says so. */
export function TimeWindowField(props: FieldProps) {
  const { t } = useTranslation('ui');
  const style = useTimeStyle();
  const shown = (clock: string | undefined): string =>
    clock === undefined || clock === UNFINISHED ? '…' : formatWall(clock, style);
  const field = useField(props, windowFault, (value) => {
    const { from, to } = partsOf(value);
    return t('timeWindow.shown', { from: shown(from), to: shown(to) });
  });
  const window = partsOf(field.value);
  const isOvernight = windowLength(window)?.isOvernight ?? false;
  const { id, disabled, onBlur } = field.attributes;
  const nextDayId = `${id}-next-day`;
  const describedBy = [field.attributes['aria-describedby'], isOvernight && nextDayId].filter(Boolean).join(' ');
  const end = (name: keyof TimeWindow) => (
    <TimeInput
      label={t(`timeWindow.${name}`, { label: field.label })}
      value={window[name] ?? ''}
      onChange={(clock) => field.set(withTime(window, name, clock))}
      attributes={{
        id: `${id}-${name}`,
        disabled,
        'aria-invalid': field.attributes['aria-invalid'],
        'aria-required': field.attributes['aria-required'],
        'aria-describedby': describedBy || undefined,
      }}
    />
  );
  return (
    <DateFrame field={field}>
      {/* biome-ignore lint/a11y/useSemanticElements: its label is drawn by the frame */}
      <div id={id} role="group" aria-label={field.label} className="time-window" onBlur={onLeave(onBlur)}>
        {end('from')}
        <span aria-hidden>–</span>
        {end('to')}
      </div>
      {isOvernight && (
        <p className="field-hint" id={nextDayId}>
          {t('timeWindow.nextDay', { to: shown(window.to) })}
        </p>
      )}
    </DateFrame>
  );
}

const partsOf = (value: unknown): Partial<TimeWindow> =>
  typeof value === 'object' && value !== null ? (value as Partial<TimeWindow>) : {};

function windowFault(value: unknown): FieldFault | undefined {
  const { from, to } = partsOf(value);
  return clockFault(from) ?? clockFault(to);
}
