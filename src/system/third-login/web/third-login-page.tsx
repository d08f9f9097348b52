import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '#platform/http/web/call-error.ts';
import { failureText } from '#platform/http/web/failure-text.ts';
import type { SignInPageProps } from '#system/sign-in/web/index.ts';
import { type Arrival, arrivalOf, chatArrivalOf } from '../rules/arrival.ts';
import { BindAccount } from './bind-account.tsx';
import { useThirdLoginTexts } from './texts.ts';
import { goToProvider, takeLoginUser } from './third-login-calls.ts';
import './third-login.css';

const LOGIN = '/user/login';
/** Nothing can go on with what was brought: begin anew. */
const OVER = ['third-login.code-invalid', 'third-login.step-invalid', 'third-login.provider-unknown'];

const fragment = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));

/** `/user/third-login`: back from a provider, with a code, as a stranger, or with a failure. */
export function ThirdLoginPage(props: SignInPageProps) {
  const [arrival] = useState(() => arrivalOf(fragment()));
  return <Arrived {...props} arrival={arrival} />;
}

/** `/oauth2-app/login`: inside an enterprise chat app no password is asked for. */
export function ChatLoginPage(props: SignInPageProps) {
  const [arrival] = useState(() =>
    chatArrivalOf(new URLSearchParams(location.search), fragment(), navigator.userAgent),
  );
  return <Arrived {...props} arrival={arrival} />;
}

function Arrived({ arrival, ...props }: SignInPageProps & { arrival: Arrival | undefined }) {
  const { language, enter, goTo, onFailure } = props;
  const texts = useThirdLoginTexts(language);

  const backToLogin = (failure?: string): void => {
    onFailure(failure);
    goTo(LOGIN, 'replace');
  };
  const takeCode = async (code: string, source: string): Promise<void> => {
    try {
      await enter(await takeLoginUser(code, source));
    } catch (error) {
      backToLogin(failureText(error));
    }
  };
  const goOn = useEffectEvent(() => {
    switch (arrival?.kind) {
      case undefined:
        return backToLogin();
      case 'failed':
        return backToLogin(texts.failed[arrival.why]);
      case 'start':
        return goToProvider(arrival.source, 'chat');
      case 'code':
        // The code is spent with this; a reload must not try it again, nor the history keep it.
        history.replaceState(null, '', location.pathname);
        return void takeCode(arrival.code, arrival.source);
    }
  });
  useEffect(() => goOn(), []);

  if (arrival?.kind === 'bind') {
    return (
      <BindAccount
        {...props}
        operateCode={arrival.operateCode}
        onCode={takeCode}
        onRefused={(error) => {
          const isOver = error instanceof CallError && OVER.includes(error.problem ?? '');
          if (isOver) backToLogin(failureText(error));
          else onFailure(failureText(error));
        }}
      />
    );
  }
  return (
    <p className="third-login-working" role="status">
      {texts.working}
    </p>
  );
}
