import type { ComponentType } from 'react';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { type FieldProps, useField } from '#ui/form-dialog/form-context.ts';
import type { PickerBoxProps } from '#ui/picker/picker-box.tsx';
import { DepartmentPicker, type DepartmentPickerProps } from './department-picker.tsx';
import { PositionPicker, RolePicker } from './list-pickers.tsx';
import type { PickerProps } from './use-picking.ts';
import { UserPicker, type UserPickerProps } from './user-picker.tsx';

type Box = PickerProps & Pick<PickerBoxProps, 'attributes' | 'label'>;
type PickerFieldProps<Store> = FieldProps & { isMulti?: boolean; store?: Store };

/** Ties a picker to the form around it; an emptied choice is a field left out. */
function usePickerField<Store>({ isMulti, store, ...props }: PickerFieldProps<Store>) {
  const field = useField(props);
  const { name: _name, 'aria-required': _required, ...attributes } = field.attributes;
  const box = {
    attributes,
    label: field.label,
    value: field.value === undefined || field.value === null ? '' : String(field.value),
    onChange: (value: string) => field.set(value === '' ? undefined : value),
    isMulti: isMulti ?? false,
    ...(store === undefined ? {} : { store }),
  };
  return { field, box };
}

function pickerField<Store>(Picker: ComponentType<Box & { store?: Store }>) {
  return function PickerField(props: PickerFieldProps<Store>) {
    const { field, box } = usePickerField(props);
    return (
      <FieldFrame field={field}>
        <Picker {...box} />
      </FieldFrame>
    );
  };
}

export const DepartmentField = pickerField<NonNullable<DepartmentPickerProps['store']>>(DepartmentPicker);
export const UserField = pickerField<NonNullable<UserPickerProps['store']>>(UserPicker);
export const RoleField = pickerField<'roleCode' | 'id'>(RolePicker);
export const PositionField = pickerField<'code' | 'id'>(PositionPicker);
