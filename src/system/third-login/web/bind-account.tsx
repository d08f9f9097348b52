import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { filled } from '#platform/i18n/web/filled.ts';
import {
  asksForSecondStep,
  encryptedForm,
  LoginForm,
  type SignInPageProps,
  type TypedLogin,
} from '#system/sign-in/web/index.ts';
import { FailureBox } from '#ui/open-page/failure-box.tsx';
import { LoginField } from '#ui/open-page/login-field.tsx';
import { BackToLogin } from '#ui/open-page/open-link.tsx';
import { SubmitButton } from '#ui/open-page/submit-button.tsx';
import type { UnboundAnswer } from '../contract/endpoints.ts';
import { useThirdLoginTexts } from './texts.ts';
import { bindAccount, createAccount, readUnbound } from './third-login-calls.ts';

interface BindAccountProps extends SignInPageProps {
  operateCode: string;
  onCode(code: string, source: string): Promise<void>;
  onRefused(error: unknown): void;
}

/** The provider knows him and we do not: he proves an account here, or makes one where that is allowed. */
export function BindAccount(props: BindAccountProps) {
  const { texts, language, failure, operateCode, goTo, onTyping, onFailure, onCode, onRefused } = props;
  const own = useThirdLoginTexts(language).bind;
  const [unbound, setUnbound] = useState<UnboundAnswer>();
  const [way, setWay] = useState<'own' | 'create'>('own');
  const refused = useEffectEvent(onRefused);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the server names the provider in the language on screen
  useEffect(() => {
    readUnbound(operateCode).then(setUnbound, (error: unknown) => refused(error));
  }, [operateCode, language]);
  if (!unbound) return null;

  const proceed = async (code: Promise<string>): Promise<void> => {
    onFailure(undefined);
    try {
      await onCode(await code, unbound.source);
    } catch (error) {
      if (asksForSecondStep(error)) throw error;
      onRefused(error);
    }
  };
  const bind = async (form: TypedLogin): Promise<string> => bindAccount(operateCode, await encryptedForm(form));

  return (
    <section className="third-login-bind" aria-labelledby="bind-title">
      <h2 id="bind-title">{own.title}</h2>
      <p>
        {filled(unbound.name === '' ? own.knownUnnamed : own.known, {
          provider: unbound.providerName,
          name: unbound.name,
        })}
      </p>
      {unbound.mayCreate && (
        <fieldset className="third-login-ways" aria-label={own.how}>
          {(['own', 'create'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={way === one}
              onClick={() => {
                onFailure(undefined);
                setWay(one);
              }}
            >
              {own[one]}
            </button>
          ))}
        </fieldset>
      )}
      {way === 'own' ? (
        <LoginForm
          texts={texts}
          submit={own.submit}
          failure={failure}
          onTyping={onTyping}
          onSubmit={(form) => proceed(bind(form))}
        />
      ) : (
        <CreateForm
          {...props}
          suggested={unbound.suggestedUsername}
          onSubmit={(username) => proceed(createAccount(operateCode, username))}
        />
      )}
      {/* not to be found again by the browser's own way back: its code serves once */}
      <BackToLogin page={{ goTo: (to) => goTo(to, 'replace'), onFailure }} text={own.back} />
    </section>
  );
}

interface CreateFormProps extends SignInPageProps {
  suggested: string;
  onSubmit(username: string): Promise<void>;
}

function CreateForm({ texts, language, failure, onTyping, suggested, onSubmit }: CreateFormProps) {
  const own = useThirdLoginTexts(language).bind;
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const username = String(new FormData(event.currentTarget).get('username') ?? '').trim();
    setMissing(username === '');
    if (username === '') return;
    setBusy(true);
    try {
      await onSubmit(username);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className="login-form" method="post" noValidate onSubmit={submit}>
      {failure !== undefined && <FailureBox title={texts.login.failedTitle} text={failure} />}
      <LoginField label={own.username} error={isMissing ? own.usernameMissing : undefined} hint={own.usernameHint}>
        {(field) => (
          <input
            {...field}
            name="username"
            defaultValue={suggested}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={40}
            onInput={onTyping}
          />
        )}
      </LoginField>
      <SubmitButton busy={busy} busyText={texts.login.submitting}>
        {own.createSubmit}
      </SubmitButton>
    </form>
  );
}
