export { CronEditor, type CronEditorProps } from './cron-editor.tsx';
export { NextRuns } from './cron-preview.tsx';
export { useCronSentence } from './cron-words.ts';
