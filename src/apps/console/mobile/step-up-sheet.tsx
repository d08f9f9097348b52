import { type FormEvent, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Language } from '#platform/http/contract/envelope.ts';
import { callAt } from '#platform/http/web/call.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { passwordCalls } from '#system/passwords/contract/calls.ts';
import type { passwordEndpoints } from '#system/passwords/contract/endpoints.ts';
import { loadPasswordTexts, type PasswordTexts } from '#system/passwords/web/texts/index.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Sheet } from './sheet.tsx';

/**
 * Asks for the password again and answers whether the server took it (security 4.9). It stands above whatever sheet made the
 * call, in a root of its own, so that the pages carry nothing of it until then.
 */
export async function askPassword(language: Language): Promise<boolean> {
  const texts = await loadPasswordTexts(language);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((answer) => {
    const done = (isConfirmed: boolean): void => {
      root.unmount();
      place.remove();
      answer(isConfirmed);
    };
    root.render(<StepUpSheet texts={texts} onDone={done} />);
  });
}

function StepUpSheet({ texts, onDone }: { texts: PasswordTexts; onDone: (isConfirmed: boolean) => void }) {
  const username = useSession((session) => session.user?.username ?? '');
  const id = useId();
  const [currentPassword, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (currentPassword === '') return setFault(texts.stepUp.missing);
    setBusy(true);
    try {
      await callAt<typeof passwordEndpoints.stepUp>(passwordCalls.stepUp, { currentPassword }, { notices: 'none' });
      onDone(true);
    } catch (error) {
      setFault((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Sheet title={texts.stepUp.title} onClose={() => onDone(false)}>
      <form onSubmit={(event) => void submit(event)} noValidate className="mobile-form">
        <p className="mobile-soft">{texts.stepUp.intro}</p>
        {/* Password managers take the account from here. */}
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
        <div className="mobile-field">
          <label htmlFor={id}>{texts.field.currentPassword}</label>
          <div className="mobile-secret">
            <input
              id={id}
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              spellCheck={false}
              value={currentPassword}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? `${id}f` : undefined}
              onChange={(event) => {
                setFault('');
                setPassword(event.target.value);
              }}
            />
            <button
              type="button"
              className="button button-quiet"
              aria-label={isShown ? texts.stepUp.hidePassword : texts.stepUp.showPassword}
              aria-pressed={isShown}
              onClick={() => setShown((shown) => !shown)}
            >
              <Icon name={isShown ? 'eyeOff' : 'eye'} size={18} />
            </button>
          </div>
          {fault && (
            <p id={`${id}f`} role="alert" className="mobile-fault-text fault-sign">
              {fault}
            </p>
          )}
        </div>
        <p className="mobile-actions">
          <button type="button" className="button" onClick={() => onDone(false)} disabled={isBusy}>
            {texts.stepUp.cancel}
          </button>
          <button type="submit" className="button button-primary" disabled={isBusy}>
            {texts.stepUp.verb}
          </button>
        </p>
      </form>
    </Sheet>
  );
}
