// What the page of one record is made of.
export { RecordDialog } from './record-dialog.tsx';
export { Input, RecordFields } from './record-fields.tsx';
export { recordName } from './record-name.ts';
export { historyField, RecordEdits, RecordFacts } from './record-panel.tsx';
export { type RecordSection, RecordSectionFacts } from './record-sections.tsx';
export { RecordSwitch } from './record-switch.tsx';
export type { Row } from './record-value.tsx';
export { selectedIds, useRecordCalls } from './use-record-calls.ts';
export { useTurnRecord } from './use-turn-record.ts';
export { useWords } from './use-words.ts';
