import { useEffect, useState } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import { afterFirstPaint } from '#platform/i18n/web/after-first-paint.ts';
import { chooseLanguage, currentLanguage, LANGUAGE_NAMES, LANGUAGES } from '#platform/i18n/web/language.ts';
import type { LoginAnswer } from '#system/session/contract/login.ts';
import deviceArt from './devices.svg';
import { abandonLogin, enter, enterAfterCancel, failureText, logIn, stepAfter } from './log-in.ts';
import { LoginForm } from './login-form.tsx';
import { PlacePicker } from './place-picker.tsx';
import { type LoginTexts, loadLoginTexts } from './texts.ts';
import './login.css';

export interface LoginPageProps {
  productName: string;
  demo: boolean;
  texts: LoginTexts;
  /** Why somebody who was in is here, such as the end of his session. */
  notice?: string | undefined;
  onSwitchTheme(): void;
  /** Called once, when the user begins to type: time to fetch what comes after. */
  onTyping(): void;
  onEntered(): void;
}

export function LoginPage({
  productName,
  demo,
  texts: firstTexts,
  notice,
  onSwitchTheme,
  onTyping,
  onEntered,
}: LoginPageProps) {
  const [texts, setTexts] = useState(firstTexts);
  const [language, setLanguage] = useState(currentLanguage);
  const [answer, setAnswer] = useState<LoginAnswer>();
  const [failure, setFailure] = useState<string>();
  const { login } = texts;

  useEffect(() => {
    document.title = `${login.title} · ${productName}`;
  }, [login.title, productName]);

  useEffect(() => {
    let isLeft = false;
    afterFirstPaint(async () => {
      const { withServerTexts } = await import('#system/languages/web/index.ts');
      const shown = await withServerTexts(language, 'session', await loadLoginTexts(language));
      if (!isLeft) setTexts(shown);
    });
    return () => {
      isLeft = true;
    };
  }, [language]);

  async function switchLanguage(next: Language) {
    const loaded = await loadLoginTexts(next);
    chooseLanguage(next);
    setLanguage(next);
    setTexts(loaded);
    // The old message came in the old language.
    setFailure(undefined);
  }

  async function submit(form: { username: string; password: string }) {
    setFailure(undefined);
    try {
      const received = await logIn(form);
      const step = stepAfter(received);
      if (step.step === 'choose') {
        setAnswer(received);
        return;
      }
      await enter(received, { tenantId: step.tenantId });
      onEntered();
    } catch (error) {
      setFailure(failureText(error));
    }
  }

  /** Platform.md 4: a failed choice shows the login-failed notice and logs out. */
  async function finish(work: Promise<void>) {
    try {
      await work;
      onEntered();
    } catch (error) {
      await abandonLogin();
      setAnswer(undefined);
      setFailure(failureText(error));
    }
  }

  return (
    <div className="login">
      <aside className="login-brand">
        <img src={deviceArt} alt="" width={440} height={300} />
        <ul className="login-facts">
          {(['Live', 'Money', 'Tenants'] as const).map((fact) => (
            <li key={fact}>
              <strong>{login[`fact${fact}`]}</strong>
              <span>{login[`fact${fact}Text`]}</span>
            </li>
          ))}
        </ul>
      </aside>
      <div className="login-side">
        <header className="login-tools">
          <fieldset className="login-languages" aria-label={login.language}>
            {LANGUAGES.map((tag) => (
              <button
                key={tag}
                type="button"
                lang={tag}
                aria-pressed={tag === language}
                onClick={() => void switchLanguage(tag)}
              >
                {LANGUAGE_NAMES[tag]}
              </button>
            ))}
          </fieldset>
          <button
            type="button"
            className="login-theme"
            aria-label={login.theme}
            title={login.theme}
            onClick={onSwitchTheme}
          >
            <svg
              viewBox="0 0 24 24"
              width="18"
              height="18"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.75"
              aria-hidden="true"
            >
              <circle cx="12" cy="12" r="8.5" />
              <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
            </svg>
          </button>
        </header>
        <main className="login-main">
          <div className="login-card">
            <div className="login-title">
              <img src="/favicon.svg" alt="" width={44} height={44} />
              <h1>
                {productName}
                {demo && <span className="login-demo">{login.demo}</span>}
              </h1>
              <p>{login.description}</p>
            </div>
            {notice !== undefined && failure === undefined && (
              <p className="login-notice" role="status">
                {notice}
              </p>
            )}
            <LoginForm texts={login} failure={failure} onTyping={onTyping} onSubmit={submit} />
          </div>
        </main>
        <footer className="login-footer">
          © {new Date().getFullYear()} {productName}
        </footer>
      </div>
      {answer && (
        <PlacePicker
          answer={answer}
          step={stepAfter(answer)}
          texts={texts.picker}
          onChosen={(choice) => finish(enter(answer, choice))}
          onCancel={() => finish(enterAfterCancel(answer))}
        />
      )}
    </div>
  );
}
