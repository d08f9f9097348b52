import { useTranslation } from 'react-i18next';
import { useTenant } from '#system/tenants/web/use-tenant.ts';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { isForeignZone, zoneName } from '../time/format-time.ts';
import { Time } from '../time/time.tsx';
import { instantOf, wallText } from '../time/zoned.ts';
import { FieldFrame } from './field-frame.tsx';

export interface DateTimeFieldProps extends FieldProps {
  /** ISO instants. */
  min?: string;
  max?: string;
}

/** Typed on the tenant's wall clock, kept as an ISO instant. */
export function DateTimeField({ min, max, ...props }: DateTimeFieldProps) {
  const { i18n } = useTranslation();
  const { timeZone } = useTenant();
  const field = useField(props, undefined, (value) => <Time at={String(value)} />);
  const at = typeof field.value === 'string' ? Date.parse(field.value) : Number.NaN;
  const wall = (instant: string | undefined) => instant && wallText(Date.parse(instant), timeZone);
  const shownAt = Number.isNaN(at) ? 0 : at;
  return (
    <FieldFrame field={field}>
      <div className="field-box">
        <input
          {...field.attributes}
          type="datetime-local"
          min={wall(min)}
          max={wall(max)}
          value={Number.isNaN(at) ? '' : wallText(at, timeZone)}
          onChange={(event) =>
            field.set(event.target.value && new Date(instantOf(event.target.value, timeZone)).toISOString())
          }
        />
      </div>
      {isForeignZone(shownAt, timeZone) && (
        <p className="field-hint">
          {timeZone} ({zoneName(shownAt, timeZone, i18n.language)})
        </p>
      )}
    </FieldFrame>
  );
}
