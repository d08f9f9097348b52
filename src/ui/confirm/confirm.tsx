import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { Icon } from '../icon/icon.tsx';
import './confirm.css';

export interface Confirmation {
  /** Names the object: "Refund order 2027…?" */
  title: string;
  /** The consequence. */
  body?: ReactNode;
  /** The button's verb with its object: "Refund SEK 39.00". */
  verb: string;
  cancel?: string;
  danger?: boolean;
  /** Asks to type this text first; for more than 20 records, or one with dependants (ux-guide 8). */
  typeToConfirm?: string;
}

interface Asked extends Confirmation {
  id: number;
  answer: (yes: boolean) => void;
}

const useAsked = create<{ asked: readonly Asked[] }>(() => ({ asked: [] }));
let lastId = 0;

/** Asks before an action; resolves to true when the user agrees. Needs `<ConfirmHost />` once in the frame. */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (yes: boolean) => {
      useAsked.setState(({ asked }) => ({ asked: asked.filter((one) => one.id !== id) }));
      resolve(yes);
    };
    useAsked.setState(({ asked }) => ({ asked: [...asked, { ...confirmation, id, answer }] }));
  });
}

export function ConfirmHost() {
  const asked = useAsked((state) => state.asked);
  return asked.map((one) => <ConfirmDialog key={one.id} asked={one} />);
}

function ConfirmDialog({ asked }: { asked: Asked }) {
  const { t } = useTranslation('ui');
  const [typed, setTyped] = useState('');
  const cancel = useRef<HTMLButtonElement>(null);
  const agree = useRef<HTMLButtonElement>(null);
  const isBlocked = asked.typeToConfirm !== undefined && typed.trim() !== asked.typeToConfirm;

  useEffect(() => {
    // An effect of the parent's child dialog has opened it by now; destructive questions start on Cancel.
    (asked.danger ? cancel : agree).current?.focus();
  }, [asked.danger]);

  return (
    <Dialog
      role="alertdialog"
      title={asked.title}
      width={420}
      onClose={() => asked.answer(false)}
      footer={
        <>
          <Button ref={cancel} onClick={() => asked.answer(false)}>
            {asked.cancel ?? t('cancel')}
          </Button>
          <Button
            ref={agree}
            kind={asked.danger ? 'danger' : 'primary'}
            disabled={isBlocked}
            onClick={() => asked.answer(true)}
          >
            {asked.verb}
          </Button>
        </>
      }
    >
      <div className={asked.danger ? 'confirm-body confirm-danger' : 'confirm-body'}>
        <Icon name="warning" size={20} />
        <div>
          {asked.body}
          {asked.typeToConfirm !== undefined && (
            <label className="confirm-count">
              {t('confirm.type', { text: asked.typeToConfirm })}
              <input value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" />
            </label>
          )}
        </div>
      </div>
    </Dialog>
  );
}
