import { ConfirmHost } from './confirm/confirm.tsx';
import { Toasts } from './toast/toasts.tsx';

/** Where confirmations and toasts appear; once in the frame, beside the pages. */
export function UiHosts() {
  return (
    <>
      <ConfirmHost />
      <Toasts />
    </>
  );
}
