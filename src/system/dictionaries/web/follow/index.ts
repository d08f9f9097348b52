export { followChange } from './follow-change.ts';
