import { useEffect, useEffectEvent, useState } from 'react';
import { filled } from '#platform/i18n/web/filled.ts';
import { DoneMark } from '#ui/open-page/done-mark.tsx';
import { keepAccount } from '#ui/open-page/new-account.ts';
import { OpenLink } from '#ui/open-page/open-link.tsx';
import type { OpenPageProps } from '#ui/open-page/open-page.ts';
import { usePasswordTexts } from '../use-password-texts.ts';

const SHOWN_FOR_S = 5;

/** Step 4: five seconds to read it, then the login page with the account filled in (system-api.md 2.6). */
export function AlterationDone({ language, goTo, onFailure, username }: OpenPageProps & { username: string }) {
  const own = usePasswordTexts(language).alteration;
  const [left, setLeft] = useState(SHOWN_FOR_S);
  const leave = useEffectEvent(() => goTo('/user/login', 'replace'));
  useEffect(() => {
    keepAccount(username);
    const tick = setInterval(() => setLeft((seconds) => seconds - 1), 1_000);
    return () => clearInterval(tick);
  }, [username]);
  useEffect(() => {
    if (left <= 0) leave();
  }, [left]);
  return (
    <div className="sign-in-done">
      <DoneMark />
      <p role="status">{own.done}</p>
      <OpenLink to="/user/login" page={{ goTo, onFailure }} className="login-submit sign-in-go">
        {own.toLogin}
      </OpenLink>
      <p className="sign-in-leaving">{filled(own.leaving, { seconds: Math.max(0, left) })}</p>
    </div>
  );
}
