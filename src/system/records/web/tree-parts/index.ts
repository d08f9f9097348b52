// What a tree's own page is made of, where it shows more than the tree of records (`tree-page.tsx`).
export { FirstUse } from '../first-use.tsx';
export { RecordDialog } from '../record-dialog.tsx';
export { IMPORT, RecordImport } from '../record-import.tsx';
export { recordName } from '../record-name.ts';
export { RecordEdits, RecordFacts } from '../record-panel.tsx';
export type { Row } from '../record-value.tsx';
export { SaveFile } from '../save-file.tsx';
export { TreeForm } from '../tree-form.tsx';
export { type RecordWords, useRecordCalls } from '../use-record-calls.ts';
export { useWords } from '../use-words.ts';

import '../records.css';
