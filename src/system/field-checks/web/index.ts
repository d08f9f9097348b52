export { UniqueTextField, type UniqueTextFieldProps } from './unique-text-field.tsx';
export { type FieldCheckState, type UniqueQuestion, useRuleCheck, useUniqueCheck } from './use-field-check.ts';
