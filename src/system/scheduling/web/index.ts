export { CronEditor, type CronEditorProps } from './cron-editor.tsx';
export { useCronSentence } from './cron-words.ts';
export { NextRuns } from './cron-preview.tsx';
