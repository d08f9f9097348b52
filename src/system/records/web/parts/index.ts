// What a list of records inside of another page is made of: the dialog that adds and edits, its fields, and what removes.
export { RecordDialog } from '../record-dialog.tsx';
export { RecordFields } from '../record-fields.tsx';
export type { Row } from '../record-value.tsx';
export { useRecordCalls } from '../use-record-calls.ts';
export { useWords } from '../use-words.ts';
