import { errorText } from './error-texts.ts';

/** Platform.md 8: the server's message, else the error's, else the general one. */
export function failureText(error: unknown): string {
  return (error instanceof Error && error.message) || errorText('failed');
}
