export { DepartmentPicker, type DepartmentPickerProps } from './department-picker.tsx';
export { PositionPicker, RolePicker } from './list-pickers.tsx';
export { DepartmentField, PositionField, RoleField, UserField } from './picker-fields.tsx';
export { UserPicker, type UserPickerProps } from './user-picker.tsx';
