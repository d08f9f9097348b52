import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { FailureBox } from '#ui/open-page/failure-box.tsx';
import { LoginField } from '#ui/open-page/login-field.tsx';
import { PasswordEye } from '#ui/open-page/password-eye.tsx';
import { isSafeWay } from '#ui/open-page/safe-way.ts';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import type { TypedLogin } from './log-in.ts';
import { asksForSecondStep, SecondStepField } from './second-step-field.tsx';
import type { LoginTexts } from './texts.ts';

interface LoginFormProps {
  texts: Pick<LoginTexts, 'login' | 'open'>;
  /** What the button says, where it is not the login's own. */
  submit?: string;
  failure: string | undefined;
  /** Filled in already; then the password is what is left to type. */
  account?: string;
  autoFocus?: boolean;
  onTyping(): void;
  /** What the server asks for besides is thrown on, and asked for here. */
  onSubmit(form: TypedLogin): Promise<void>;
}

type FieldName = 'username' | 'password' | 'secondStep';

/** Uncontrolled fields: what a password manager fills in is there, whether or not it raises events. */
export function LoginForm(props: LoginFormProps) {
  const { texts, submit: verb, failure, account = '', autoFocus = true, onTyping, onSubmit } = props;
  const { login, open } = texts;
  const form = useRef<HTMLFormElement>(null);
  const hasTyped = useRef(false);
  const [missing, setMissing] = useState<ReadonlySet<FieldName>>(new Set());
  const [busy, setBusy] = useState(false);
  const [hasSecondStep, setHasSecondStep] = useState(false);
  const isSafe = isSafeWay();

  useEffect(() => {
    const field = (name: FieldName) => form.current?.elements.namedItem(name);
    const [user, typedAgain] = [field('username'), field('secondStep') ?? field('password')];
    if (failure === undefined || !(typedAgain instanceof HTMLInputElement)) return;
    // after a failure it is the last field that is typed again, unless there is no account yet
    if (user instanceof HTMLInputElement && user.value === '') user.focus();
    else typedAgain.select();
  }, [failure]);

  function typedIn(name: FieldName): string {
    return String(new FormData(form.current ?? undefined).get(name) ?? '');
  }

  function typed(name: FieldName) {
    if (!hasTyped.current) {
      hasTyped.current = true;
      onTyping();
    }
    if (missing.has(name)) setMissing(new Set([...missing].filter((other) => other !== name)));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const values = {
      ...{ username: typedIn('username').trim(), password: typedIn('password') },
      ...(hasSecondStep && { secondStep: typedIn('secondStep').trim() }),
    };
    const empty = (['username', 'password', 'secondStep'] as const).filter((name) => values[name] === '');
    setMissing(new Set(empty));
    if (empty[0] !== undefined) {
      const field = form.current?.elements.namedItem(empty[0]);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    setBusy(true);
    try {
      await onSubmit(values);
    } catch (error) {
      if (!asksForSecondStep(error)) throw error;
      setHasSecondStep(true);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form ref={form} className="login-form" method="post" noValidate onSubmit={submit}>
      {failure !== undefined && <FailureBox title={login.failedTitle} text={failure} />}
      {!isSafe && (
        <div className="login-failure" role="alert">
          <span>{open.insecure}</span>
        </div>
      )}
      <LoginField label={login.account} error={missing.has('username') ? login.accountMissing : undefined}>
        {(field) => (
          <input
            {...field}
            name="username"
            defaultValue={account}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={200}
            // The page has one purpose, and this is where it begins.
            // biome-ignore lint/a11y/noAutofocus: the first field of a page that is only a form
            autoFocus={autoFocus && account === ''}
            onInput={() => typed('username')}
          />
        )}
      </LoginField>
      <PasswordField
        texts={texts}
        isMissing={missing.has('password')}
        // biome-ignore lint/a11y/noAutofocus: all that is left to type
        autoFocus={autoFocus && account !== ''}
        onTyped={() => typed('password')}
      />
      {hasSecondStep && (
        <SecondStepField
          texts={login}
          error={missing.has('secondStep') ? login.secondStepMissing : undefined}
          onInput={() => typed('secondStep')}
        />
      )}
      <SubmitButton busy={busy} busyText={login.submitting} disabled={!isSafe}>
        {verb ?? login.submit}
      </SubmitButton>
    </form>
  );
}

interface PasswordFieldProps extends Pick<LoginFormProps, 'texts'> {
  isMissing: boolean;
  autoFocus: boolean;
  onTyped(): void;
}

/** Can be shown, and says when capitals are locked. */
function PasswordField({ texts: { login, open }, isMissing, autoFocus, onTyped }: PasswordFieldProps) {
  const [showsPassword, setShowsPassword] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <LoginField
      label={login.password}
      error={isMissing ? login.passwordMissing : undefined}
      caution={capsLock ? login.capsLock : undefined}
    >
      {(field) => (
        <span className="login-password">
          <input
            {...field}
            name="password"
            // biome-ignore lint/a11y/noAutofocus: the caller has said so
            autoFocus={autoFocus}
            type={showsPassword ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={512}
            onInput={onTyped}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
          />
          <button
            type="button"
            aria-label={showsPassword ? open.hidePassword : open.showPassword}
            data-tip={showsPassword ? open.hidePassword : open.showPassword}
            aria-pressed={showsPassword}
            onClick={() => setShowsPassword(!showsPassword)}
          >
            <PasswordEye isCrossed={!showsPassword} />
          </button>
        </span>
      )}
    </LoginField>
  );
}
