import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/button.tsx';
import { useTopModal } from '../dialog/modal-stack.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import { clearKept, type Toast, toast as toastApi, useToasts } from './toast-store.ts';
import './toasts.css';

export { toast } from './toast-store.ts';

const MARKS: Record<Toast['kind'], IconName> = { success: 'success', info: 'info', warning: 'warning', error: 'error' };

/** The app's one polite and one assertive live region, and the same in a modal dialog. Mounted once, in the frame. */
export function Toasts() {
  const { t } = useTranslation('ui');
  const toasts = useToasts((state) => state.toasts);
  const layer = useRef<HTMLElement>(null);
  const [host] = useState(() => Object.assign(document.createElement('div'), { className: 'toast-host' }));
  const modal = useTopModal();

  // Whatever is outside of a modal dialog can be neither pressed nor read out, wherever it is drawn.
  useLayoutEffect(() => {
    (modal ?? document.body).append(host);
    return () => host.remove();
  }, [modal, host]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is moved to another dialog is shown anew
  useEffect(() => {
    const element = layer.current;
    if (!element) return;
    // Shown anew so that a message stands above a dialog that was opened after the last one.
    if (element.matches(':popover-open')) element.hidePopover();
    // a dialog that has just gone took it along, and it comes here again in a moment
    if (toasts.length > 0 && element.isConnected) element.showPopover();
  }, [toasts, modal]);

  const said = (urgent: boolean) =>
    toasts
      .filter((one) => (one.kind === 'error' || one.kind === 'warning') === urgent)
      .map((one) => [one.title, one.description].filter(Boolean).join('. '));
  const live = (
    <>
      <div className="hidden-text" aria-live="polite">
        {said(false).at(-1)}
      </div>
      <div className="hidden-text" aria-live="assertive">
        {said(true).at(-1)}
      </div>
    </>
  );
  return (
    <>
      {/* always in its place, for one that comes with its message into the document is not read out */}
      {live}
      {createPortal(
        <>
          {modal && live}
          <section ref={layer} popover="manual" className="toasts" aria-label={t('toast.region')}>
            <ol>
              {toasts.map((one) => (
                <ToastCard key={one.id} toast={one} />
              ))}
            </ol>
          </section>
        </>,
        host,
      )}
    </>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation('ui');
  const [isHeld, setHeld] = useState(false);
  const close = () => toastApi.close(toast.id);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toastApi.close(toast.id), toast.lifeMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);

  return (
    <li
      className={`toast toast-${toast.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={MARKS[toast.kind]} size={18} />
      <div className="toast-text">
        <div className="toast-title">{toast.title}</div>
        {toast.description && <div>{toast.description}</div>}
        {toast.requestId && <small>{t('requestId', { id: toast.requestId })}</small>}
      </div>
      {toast.undo && (
        <Button
          kind="link"
          onClick={() => {
            close();
            clearKept(toast.id);
            toast.undo?.();
          }}
        >
          {t('undo')}
        </Button>
      )}
      {toast.action && (
        <Button
          kind="link"
          onClick={() => {
            close();
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="close" small label={t('close')} onClick={close} />
    </li>
  );
}
