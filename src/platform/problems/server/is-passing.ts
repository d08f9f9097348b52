import { Problem } from './raise.ts';

const PASSING: ReadonlySet<string> = new Set([
  'server.busy',
  'server.unavailable',
  'storage.unreachable',
  'storage.not-written',
]);

/** A trouble of the installation, which passes by itself: it says nothing of the record that it hit, whose work is done again. */
export const isPassing = (error: unknown): boolean => error instanceof Problem && PASSING.has(error.code);
