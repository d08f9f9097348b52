import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { copyText } from '../copy-link/copy-text.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { toast } from '../toast/toasts.tsx';
import './shown-once.css';

interface ShownOnceProps {
  title: string;
  text: string;
  /** A key or a secret, which is here alone until the dialog closes. */
  value: string;
  note?: ReactNode;
  copyLabel: string;
  copied: string;
  doneLabel: string;
  onClose: () => void;
}

/** What a person stores now or never. */
export function ShownOnce({ title, text, value, note, copyLabel, copied, doneLabel, onClose }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copyText(value).then(() => toast.success(copied))}>
            {copyLabel}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {doneLabel}
          </Button>
        </>
      }
    >
      <div className="shown-once">
        <p>{text}</p>
        <code>{value}</code>
        {note && <p className="quiet">{note}</p>}
      </div>
    </Dialog>
  );
}
