import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorText } from '#platform/http/web/error-texts.ts';
import { onSessionEnd } from '#platform/http/web/session-expiry.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { loginApp } from '../../rules/login-address.ts';
import { leftPage } from '../stored/left-page.ts';

/** An older server said that the token ran out: one question with one answer (platform.md 8). */
export function ExpiredDialog({ onLogIn }: { onLogIn: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const goOn = useEffectEvent(() => {
    // A chat app logs its user in again without asking (system-api.md 2.8).
    if (loginApp(leftPage())) onLogIn();
    else setOpen(true);
  });
  useEffect(() => onSessionEnd((end) => end === 'expired' && goOn()), []);
  return isOpen ? <OpenDialog onLogIn={onLogIn} /> : null;
}

function OpenDialog({ onLogIn }: { onLogIn: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // After the dialog has opened, whose first control is its close button.
  useEffect(() => button.current?.focus(), []);
  return (
    <Dialog
      role="alertdialog"
      title={errorText('expiredTitle')}
      width={420}
      onClose={onLogIn}
      footer={
        <Button ref={button} kind="primary" onClick={onLogIn}>
          {errorText('expiredButton')}
        </Button>
      }
    >
      <p>{errorText('expiredText')}</p>
    </Dialog>
  );
}
