import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import { failureText } from '#platform/http/web/failure-text.ts';
import { afterFirstPaint } from '#platform/i18n/web/after-first-paint.ts';
import { chooseLanguage, currentLanguage } from '#platform/i18n/web/language.ts';
import { withServerTexts } from '#system/languages/web/index.ts';
import type { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { abandonLogin, acceptLogin, enterAfterCancel, enterPlace, stepAfter } from './log-in.ts';
import { LoginLayout } from './login-layout.tsx';
import { LoginPage } from './login-page.tsx';
import type { OpenPages } from './open-page.ts';
import { PlacePicker } from './place-picker.tsx';
import { type LoginTexts, loadLoginTexts } from './texts.ts';

export interface OpenPagesProps {
  productName: string;
  demo: boolean;
  texts: LoginTexts;
  /** Why somebody who was in is here, such as the end of his session. */
  notice?: string | undefined;
  /** Beside the login page itself. */
  pages: OpenPages;
  /** Below the form of the login page. */
  otherWays: OpenPages[string];
  onSwitchTheme(): void;
  /** Called once, when the user begins to type: time to fetch what comes after. */
  onTyping(): void;
  onEntered(): void;
}

/** The pages before the login, by the path of the address; a logged-in user chooses tenant and department here. */
export function OpenPagesView(props: OpenPagesProps) {
  const { productName, demo, notice, pages, otherWays, onEntered } = props;
  const [texts, setTexts] = useState(props.texts);
  const [language, setLanguage] = useState(currentLanguage);
  const [answer, setAnswer] = useState<LoginAnswer>();
  const [failure, setFailure] = useState<string>();
  const [path, setPath] = useState(location.pathname);
  const { login } = texts;
  const Page = useMemo(() => {
    const load = pages[path];
    return load && lazy(load);
  }, [pages, path]);

  const OtherWays = useMemo(() => lazy(otherWays), [otherWays]);

  const title = titleOf(path, texts);
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);

  useEffect(() => {
    let isLeft = false;
    afterFirstPaint(async () => {
      const shown = await withServerTexts(language, 'sign-in', await loadLoginTexts(language));
      if (!isLeft) setTexts(shown);
    });
    return () => {
      isLeft = true;
    };
  }, [language]);

  useEffect(() => {
    const follow = () => {
      setFailure(undefined);
      setPath(location.pathname);
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);

  async function switchLanguage(next: Language) {
    const loaded = await loadLoginTexts(next);
    chooseLanguage(next);
    setLanguage(next);
    setTexts(loaded);
    // The old message came in the old language.
    setFailure(undefined);
  }

  async function enter(received: LoginAnswer) {
    acceptLogin(received);
    const step = stepAfter(received);
    if (step.step === 'choose') {
      setAnswer(received);
      return;
    }
    await enterPlace(received, { tenantId: step.tenantId });
    onEntered();
  }

  /** Platform.md 4: a failed choice shows the login-failed notice and logs out. */
  async function finish(work: Promise<void>) {
    try {
      await work;
      onEntered();
    } catch (error) {
      abandonLogin();
      setAnswer(undefined);
      setFailure(failureText(error));
    }
  }

  function goTo(next: string, how: 'push' | 'replace' = 'push') {
    // The intended page goes along.
    history[`${how}State`](null, '', next + location.search);
    setPath(next);
  }

  const page = { texts, language, failure, onFailure: setFailure, onTyping: props.onTyping, enter, goTo };
  return (
    <LoginLayout
      texts={login}
      language={language}
      productName={productName}
      demo={demo}
      onLanguage={(next) => void switchLanguage(next)}
      onSwitchTheme={props.onSwitchTheme}
    >
      {notice !== undefined && failure === undefined && (
        <p className="login-notice" role="status">
          {notice}
        </p>
      )}
      <Suspense>{Page ? <Page {...page} /> : <LoginPage {...page} OtherWays={OtherWays} />}</Suspense>
      {answer && (
        <PlacePicker
          answer={answer}
          step={stepAfter(answer)}
          texts={texts.picker}
          working={texts.open.working}
          onChosen={(choice) => finish(enterPlace(answer, choice))}
          onCancel={() => finish(enterAfterCancel(answer))}
        />
      )}
    </LoginLayout>
  );
}

function titleOf(path: string, { login, register, registerResult, open }: LoginTexts): string {
  if (path === '/user/register') return register.title;
  if (path === '/user/register-result') return registerResult.page;
  if (path === '/user/invitation') return open.invitation;
  return path === '/user/alteration' ? open.alteration : login.title;
}
