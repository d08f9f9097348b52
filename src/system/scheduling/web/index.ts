export { CronEditor, type CronEditorProps } from './cron-editor.tsx';
export { useCronSentence } from './cron-words.ts';
