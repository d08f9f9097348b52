import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import './picker.css';

export interface PickerDialogProps {
  title: string;
  width?: number;
  /** How many are chosen; undefined where a press chooses and closes. */
  count?: number | undefined;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a choice among many: what is offered, how many are chosen, Choose or Cancel. */
export function PickerDialog({ title, width = 500, count, onDone, onClose, children }: PickerDialogProps) {
  const { t } = useTranslation('ui');
  const body = useRef<HTMLDivElement>(null);
  // Runs after the dialog has opened, whose first control is its close button.
  useEffect(() => body.current?.querySelector<HTMLElement>('input[type=search]')?.focus(), []);
  return (
    <Dialog
      title={title}
      width={width}
      onClose={onClose}
      onKeyDown={(event) => {
        // The dialog may stand inside a form, which Enter in its search box must not send.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
      footer={
        <>
          {count !== undefined && <span className="picker-count">{t('picker.count', { count })}</span>}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" onClick={onDone}>
            {t('picker.done')}
          </Button>
        </>
      }
    >
      <div ref={body}>{children}</div>
    </Dialog>
  );
}
