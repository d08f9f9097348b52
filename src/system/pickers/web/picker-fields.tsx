import type { ComponentType } from 'react';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { FieldFrame } from '#ui/fields/field-frame.tsx';
import { type FieldProps, useField } from '#ui/form-dialog/form-context.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import type { PickerBoxProps } from '#ui/picker/picker-box.tsx';
import { DepartmentPicker, type DepartmentPickerProps } from './department-picker.tsx';
import { PositionPicker, RolePicker, usePositionNames, useRoleNames } from './list-pickers.tsx';
import { useDepartments } from './use-departments.ts';
import { type PickerProps, pickedOf } from './use-picking.ts';
import { UserPicker, type UserPickerProps, useUserNames } from './user-picker.tsx';

type Box = PickerProps & Pick<PickerBoxProps, 'attributes' | 'label'>;
type PickerFieldProps<Store> = FieldProps & { isMulti?: boolean; store?: Store };

type UseNames<Store> = (value: string, store: Store) => ReadonlyMap<string, string>;

const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** What is chosen, by its names, where values stand beside each other. */
function PickedNames<Store>({ value, store, useNames }: { value: string; store: Store; useNames: UseNames<Store> }) {
  const language = useLanguage();
  const picked = pickedOf(value, useNames(value, store));
  return joinWords(
    picked.map(({ label }) => label),
    language,
  );
}

/** Ties a picker to the form around it; an emptied choice is a field left out. */
function usePickerField<Store>(
  { isMulti, store, ...props }: PickerFieldProps<Store>,
  useNames: UseNames<Store>,
  usual: Store,
) {
  const field = useField({ ...props, isChoice: true }, undefined, (value) => (
    <PickedNames value={asText(value)} store={store ?? usual} useNames={useNames} />
  ));
  const { name: _name, 'aria-required': _required, ...attributes } = field.attributes;
  const box = {
    attributes,
    label: field.label,
    value: asText(field.value),
    onChange: (value: string) => field.set(value === '' ? undefined : value),
    isMulti: isMulti ?? false,
    ...(store === undefined ? {} : { store }),
  };
  return { field, box };
}

/** `usual` is what of a choice is stored where the form says nothing. */
function pickerField<Store>(Picker: ComponentType<Box & { store?: Store }>, useNames: UseNames<Store>, usual: Store) {
  return function PickerField(props: PickerFieldProps<Store>) {
    const { field, box } = usePickerField(props, useNames, usual);
    return (
      <FieldFrame field={field}>
        <Picker {...box} />
      </FieldFrame>
    );
  };
}

const useDepartmentNames: UseNames<NonNullable<DepartmentPickerProps['store']>> = (_value, store) =>
  useDepartments(store).nameOf;

export const DepartmentField = pickerField(DepartmentPicker, useDepartmentNames, 'id');
export const UserField = pickerField<NonNullable<UserPickerProps['store']>>(UserPicker, useUserNames, 'username');
export const RoleField = pickerField<'roleCode' | 'id'>(RolePicker, useRoleNames, 'roleCode');
export const PositionField = pickerField<'code' | 'id'>(PositionPicker, usePositionNames, 'code');
