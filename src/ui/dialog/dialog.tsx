import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { enterModal } from './modal-stack.ts';
import './dialog.css';

/** What is filled in or chosen. */
const FIELD =
  ':is(:is(input:not([type=hidden]), select, textarea, [role=combobox], .picker-open):enabled, [contenteditable=true])';

export interface DialogProps extends Omit<ComponentProps<'dialog'>, 'title' | 'onClose' | 'open'> {
  title: ReactNode;
  /** Asked by Escape, the close button and the back gesture; the owner decides whether the dialog goes. */
  onClose: () => void;
  /** Width in pixels; the window is the limit. */
  width?: number;
  footer?: ReactNode;
  children?: ReactNode;
}

/**
 * A modal on the native element: focus starts in the first field of its form and stays inside, the page behind is inert, focus
 * returns to where it was.
 */
export function Dialog({ title, onClose, width = 480, footer, children, className, ...rest }: DialogProps) {
  const { t } = useTranslation('ui');
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  const titleId = useId();
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>(`.dialog-body form ${FIELD}`)?.focus();
    let leave = enterModal(element);
    // Browsers force a second back gesture through. The dialog opens again at once: only its owner decides whether it
    // closes, and what was typed would be out of sight. If it is open again already, as in React's strict mode, the
    // event is stale.
    const forced = () => {
      if (element.open) return;
      element.showModal();
      leave = enterModal(element);
      close.current();
    };
    element.addEventListener('close', forced);
    return () => {
      element.removeEventListener('close', forced);
      leave();
      element.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      {...rest}
      ref={dialog}
      aria-labelledby={titleId}
      className={`dialog ${className ?? ''}`}
      style={{ '--dialog-width': `${width}px`, ...rest.style } as ComponentProps<'dialog'>['style']}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event);
        if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onClose();
        }
        // Page shortcuts do not reach through a dialog.
        event.stopPropagation();
      }}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" small label={t('close')} onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {footer && <footer className="dialog-foot">{footer}</footer>}
    </dialog>
  );
}
