import { useEffect } from 'react';
import { callEnvelope } from '#platform/http/web/call.ts';
import { storedToken } from '#platform/http/web/credentials.ts';
import { errorText } from '#platform/http/web/error-texts.ts';
import { RELOAD_AFTER_MS, type SessionEnd } from '#platform/http/web/session-expiry.ts';
import { leavePage } from '#platform/routing/web/leave.ts';
import { sessionCalls } from '#system/session/contract/calls.ts';
import { loginAddress } from '#system/session/rules/login-address.ts';
import { clearLogin, leaveLoginNotice, leftPage } from '#system/session/web/stored/index.ts';
import { Sheet } from './sheet.tsx';

/** Both ends of a session, as platform.md 8 words them; the login page leads back here. */
export default function SessionEndNotice({ end, words }: { end: SessionEnd; words: string }) {
  useEffect(() => {
    if (end !== 'unauthorised') return;
    leaveLoginNotice(words);
    const timer = setTimeout(() => leave(undefined), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [end, words]);
  if (end === 'unauthorised')
    return (
      <p className="mobile-notice mobile-over" role="alert">
        {words}
      </p>
    );
  const goOn = (): void => leave(storedToken());
  return (
    <Sheet title={errorText('expiredTitle')} onClose={goOn}>
      <p>{errorText('expiredText')}</p>
      <button type="button" className="button button-primary" onClick={goOn}>
        {errorText('expiredButton')}
      </button>
    </Sheet>
  );
}

/** `token`: the server may still hold the session, and is notified. */
function leave(token: string | undefined): void {
  const address = loginAddress(leftPage());
  clearLogin('expired');
  const told = token && callEnvelope(sessionCalls.logout, {}, { token, notices: 'none' }).catch(() => undefined);
  leavePage(address, told || undefined);
}
