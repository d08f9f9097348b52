import type { CallError } from './call-error.ts';
import { errorText } from './error-texts.ts';

export interface Notice {
  readonly kind: 'warning' | 'error';
  readonly title?: string | undefined;
  readonly text: string;
  readonly requestId?: string | undefined;
  /** The right that was missing. */
  readonly permission?: string | undefined;
}

/** Platform.md 8 and 9: failed answers are shown once, and after 500 ms, so that a form can show them itself. */
const REFUSAL_DELAY_MS = 500;
/** Long enough for the code that awaits the call to claim the error. */
const ERROR_DELAY_MS = 50;

const listeners = new Set<(notice: Notice) => void>();
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows it at once. */
function show(notice: Notice): void {
  for (const listener of listeners) listener(notice);
}

/** Shows a failed call unless its caller does; the same text again within the delay is shown once. */
export function toastError(error: CallError): void {
  const isRefusal = error.kind === 'refusal';
  const earlier = waiting.get(error.message);
  if (earlier !== undefined) clearTimeout(earlier);
  const timer = setTimeout(
    () => {
      waiting.delete(error.message);
      if (error.isShown) return;
      show({
        kind: isRefusal ? 'warning' : 'error',
        title: isRefusal ? undefined : errorText('systemTip'),
        text: error.message,
        requestId: error.status >= 500 ? error.requestId : undefined,
        permission: error.permission,
      });
    },
    isRefusal ? REFUSAL_DELAY_MS : ERROR_DELAY_MS,
  );
  waiting.set(error.message, timer);
}
