import { ConfirmHost } from './confirm/confirm.tsx';
import { PrintHead } from './print/print-head.tsx';
import { Toasts } from './toast/toasts.tsx';

/** Where confirmations and toasts appear, and the head of what is printed; once in the frame, beside the pages. */
export function UiHosts() {
  return (
    <>
      <ConfirmHost />
      <Toasts />
      <PrintHead />
    </>
  );
}
