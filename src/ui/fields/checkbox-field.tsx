import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { FieldNotes } from './field-frame.tsx';
import '../switch/switch.css';

/** Yes or no, saved with the form. */
export function CheckboxField(props: FieldProps) {
  return <Box {...props} />;
}

/** On or off: the same with the look and the role of a switch. */
export function SwitchField(props: FieldProps) {
  return <Box {...props} isSwitch />;
}

function Box({ isSwitch, ...props }: FieldProps & { isSwitch?: boolean }) {
  const field = useField(props);
  const { 'aria-required': _, ...attributes } = field.attributes;
  return (
    <div className="field">
      <div className="field-check">
        <input
          {...attributes}
          {...(isSwitch && { role: 'switch', className: 'switch' })}
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
