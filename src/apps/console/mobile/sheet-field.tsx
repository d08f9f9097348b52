import { useId } from 'react';
import { useSurroundings } from './surroundings.ts';

interface SheetFieldProps {
  name: string;
  label: string;
  hint?: string;
  fault: string | undefined;
  value: string;
  /** Digits on the keyboard and one line; otherwise a text of a few lines. */
  isAmount?: boolean;
  onChange: (text: string) => void;
  onLeave: () => void;
}

/** A required field of a sheet, with its fault below it. */
export function SheetField({ name, label, hint, fault, value, isAmount, onChange, onLeave }: SheetFieldProps) {
  const { texts } = useSurroundings();
  const id = useId();
  const attributes = {
    id,
    name,
    value,
    'aria-required': true,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': [hint && `${id}h`, fault && `${id}f`].filter(Boolean).join(' ') || undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onBlur: onLeave,
  } as const;
  return (
    <div className="mobile-field">
      <label htmlFor={id}>
        {label} <small>{texts.required}</small>
      </label>
      {isAmount ? (
        <input {...attributes} inputMode="decimal" autoComplete="off" enterKeyHint="next" />
      ) : (
        <textarea {...attributes} rows={2} maxLength={200} />
      )}
      {hint && (
        <p id={`${id}h`} className="mobile-soft">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}f`} role="alert" className="mobile-fault-text fault-sign">
          {fault}
        </p>
      )}
    </div>
  );
}
