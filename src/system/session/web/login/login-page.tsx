import { lazy, Suspense } from 'react';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { failureText, logIn } from './log-in.ts';
import { LoginForm } from './login-form.tsx';
import type { OpenPageProps } from './open-page.ts';

const ProviderButtons = lazy(async () => ({
  default: (await import('#system/third-login/web/index.ts')).ProviderButtons,
}));

/** Login by account and password, and below it the other ways that are configured. */
export function LoginPage(props: OpenPageProps) {
  const { texts, failure, onFailure, onTyping, enter } = props;

  async function submit(form: { username: string; password: string }) {
    onFailure(undefined);
    try {
      await enter(await logIn(form));
    } catch (error) {
      onFailure(failureText(error));
    }
  }

  return (
    <>
      <LoginForm texts={texts.login} failure={failure} onTyping={onTyping} onSubmit={submit} />
      {runtimeConfig().thirdLogin && (
        <div className="login-providers">
          <Suspense>
            <ProviderButtons {...props} />
          </Suspense>
        </div>
      )}
    </>
  );
}
