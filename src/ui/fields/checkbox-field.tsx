import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { FieldNotes } from './field-frame.tsx';

export function CheckboxField(props: FieldProps) {
  const field = useField(props);
  const { 'aria-required': _, ...attributes } = field.attributes;
  return (
    <div className="field">
      <div className="field-check">
        <input
          {...attributes}
          type="checkbox"
          checked={field.value === true}
          onChange={(event) => field.set(event.target.checked)}
        />
        <label htmlFor={field.id}>{field.label}</label>
      </div>
      <FieldNotes field={field} />
    </div>
  );
}
