import { useEffect } from 'react';
import { filled } from '../login/filled.ts';
import type { OpenPageProps } from '../login/open-page.ts';
import { DoneMark } from './done-mark.tsx';
import { keptAccount } from './new-account.ts';
import { OpenLink } from './open-link.tsx';
import './sign-in.css';

/** What comes next after a registration; without one there is nothing to tell. */
export function RegisterResultPage({ texts, goTo, onFailure }: OpenPageProps) {
  const own = texts.registerResult;
  const username = keptAccount();
  const isLost = username === '';
  useEffect(() => {
    if (isLost) goTo('/user/login', 'replace');
  });
  if (isLost) return null;
  return (
    <section className="sign-in sign-in-done" aria-labelledby="result-title">
      <DoneMark />
      <h2 id="result-title" role="status">
        {own.title}
      </h2>
      <p className="sign-in-account">{filled(own.account, { username })}</p>
      <p>{own.next}</p>
      <OpenLink to="/user/login" page={{ goTo, onFailure }} className="login-submit sign-in-go">
        {own.toLogin}
      </OpenLink>
    </section>
  );
}
