import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { failureText } from '#platform/http/web/failure-text.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { keptAccount } from '#ui/open-page/new-account.ts';
import { OpenLink } from '#ui/open-page/open-link.tsx';
import { DemoHints } from './demo-hints.tsx';
import { logIn, type TypedLogin } from './log-in.ts';
import { LoginForm } from './login-form.tsx';
import type { SignInPage, SignInPageProps } from './open-page.ts';
import { asksForSecondStep } from './second-step-field.tsx';

const loadPhoneForm = () => import('../phone-login-form.tsx');
const PhoneLoginForm = lazy(async () => ({ default: (await loadPhoneForm()).PhoneLoginForm }));

const WAYS = ['byAccount', 'byPhone'] as const;
type Way = (typeof WAYS)[number];

interface LoginPageProps extends SignInPageProps {
  /** Ways in through other services, below the form. */
  OtherWays: SignInPage;
}

/** Login by account and password or by phone and code, and below them the other ways that are configured. */
export function LoginPage({ OtherWays, ...props }: LoginPageProps) {
  const { texts, language, failure, onFailure, onTyping, enter, goTo } = props;
  const { login } = texts;
  const { thirdLogin, demoHints } = runtimeConfig();
  const [way, setWay] = useState<Way>('byAccount');
  /** Of the demo, chosen beside the form; counted, so that the same one can be chosen again. */
  const [chosen, setChosen] = useState({ username: keptAccount(), phone: '', times: 0 });
  // Arrow keys stay on the tabs; everybody else goes on to the first field.
  const [focusesField, setFocusesField] = useState(true);

  async function submit(form: TypedLogin) {
    onFailure(undefined);
    try {
      await enter(await logIn(form));
    } catch (error) {
      if (asksForSecondStep(error)) throw error;
      onFailure(failureText(error));
    }
  }

  function choose(next: Way, goesOn: boolean) {
    onFailure(undefined);
    setFocusesField(goesOn);
    setWay(next);
  }

  /** An account without a phone logs in by its password. */
  function chooseAccount({ username, phone }: { username: string; phone: string }) {
    if (phone === '') setWay('byAccount');
    onFailure(undefined);
    setFocusesField(true);
    setChosen({ username, phone, times: chosen.times + 1 });
    onTyping();
  }

  /** Arrow keys go from tab to tab, as everywhere (ARIA authoring practices). */
  function moveBetweenTabs(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = way === 'byAccount' ? 'byPhone' : 'byAccount';
    choose(next, false);
    document.getElementById(`login-${next}`)?.focus();
  }

  return (
    <>
      <div className="login-ways" role="tablist" aria-label={login.ways} onKeyDown={moveBetweenTabs}>
        {WAYS.map((one) => (
          <button
            key={one}
            id={`login-${one}`}
            type="button"
            role="tab"
            aria-selected={way === one}
            aria-controls="login-way"
            tabIndex={way === one ? 0 : -1}
            onClick={() => choose(one, true)}
            onPointerEnter={() => void loadPhoneForm()}
          >
            {login[one]}
          </button>
        ))}
      </div>
      <div id="login-way" role="tabpanel" aria-labelledby={`login-${way}`}>
        {way === 'byAccount' ? (
          <LoginForm
            key={chosen.times}
            texts={texts}
            failure={failure}
            account={chosen.username}
            autoFocus={focusesField}
            onTyping={onTyping}
            onSubmit={submit}
          />
        ) : (
          <Suspense>
            <PhoneLoginForm key={chosen.times} {...props} phone={chosen.phone} autoFocus={focusesField} />
          </Suspense>
        )}
      </div>
      <p className="login-links">
        <OpenLink to="/user/alteration" page={{ goTo, onFailure }}>
          {login.forgotten}
        </OpenLink>
        <OpenLink to="/user/register" page={{ goTo, onFailure }}>
          {login.register}
        </OpenLink>
      </p>
      {thirdLogin && (
        <div className="login-providers">
          <Suspense>
            <OtherWays {...props} />
          </Suspense>
        </div>
      )}
      {demoHints && <DemoHints texts={texts.demo} language={language} hints={demoHints} onChoose={chooseAccount} />}
    </>
  );
}
