import { filled } from '#platform/i18n/web/filled.ts';
import { DoneMark } from '#ui/open-page/done-mark.tsx';
import { keptAccount } from '#ui/open-page/new-account.ts';
import { BackToLogin, OpenLink } from '#ui/open-page/open-link.tsx';
import type { SignInPageProps } from '../login/open-page.ts';

/** What comes next after a registration; opened by its address alone, it shows where to register. */
export function RegisterResultPage({ texts, goTo, onFailure }: SignInPageProps) {
  const own = texts.registerResult;
  const username = keptAccount();
  const page = { goTo, onFailure };
  if (username === '')
    return (
      <section className="sign-in sign-in-done" aria-labelledby="result-title">
        <h2 id="result-title">{own.none}</h2>
        <p>{own.noneText}</p>
        <OpenLink to="/user/register" page={page} className="login-submit sign-in-go">
          {texts.register.title}
        </OpenLink>
        <BackToLogin page={page} text={texts.open.back} />
      </section>
    );
  return (
    <section className="sign-in sign-in-done" aria-labelledby="result-title">
      <DoneMark />
      <h2 id="result-title" role="status">
        {own.title}
      </h2>
      <p className="sign-in-account">{filled(own.account, { username })}</p>
      <p>{own.next}</p>
      <OpenLink to="/user/login" page={page} className="login-submit sign-in-go">
        {own.toLogin}
      </OpenLink>
    </section>
  );
}
