import { CallError } from '#platform/http/web/call-error.ts';
import { failureText } from '#platform/http/web/failure-text.ts';

/** Used, taken back, too old, or a link that was cut off on its way: to its owner all the same. */
const OVER: ReadonlySet<string> = new Set(['invitation.unknown', 'request.malformed']);

/** Why an invitation cannot be read, in words for who opened its link. */
export const whyClosed = (error: unknown, over: string): string =>
  error instanceof CallError && OVER.has(error.problem ?? '') ? over : failureText(error);
