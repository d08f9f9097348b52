import { lazy, Suspense, useEffect, useState } from 'react';
import { SEES_PAYMENT_CONFIGS } from '#domains/payments/contract/permissions.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { SETUP_CHECK } from '../rules/setup-check.ts';
import { isPutOff } from './put-off.ts';

/** While somebody types or another dialog is open the check waits: it would take the keyboard away. */
const AGAIN_MS = 1_000;
const MOBILE = '(max-width: 767.98px)';

const parts = () => import('./parts.ts');
const Checklist = lazy(() => parts().then(({ SetupChecklist }) => ({ default: SetupChecklist })));
export const FirstSteps = lazyAgain(async () => ({ default: (await parts()).FirstSteps }));

/** The setup check, once per load of the console (platform.md 4). */
export function SetupCheck() {
  const [isDue, setDue] = useState(false);
  const isLoggedIn = useSession((session) => session.user !== undefined);
  const canSee = useCan(SEES_PAYMENT_CONFIGS);
  const { id } = useTenant();
  const applies = isLoggedIn && canSee;
  useEffect(() => {
    if (!applies) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (delay: number): void => {
      timer = setTimeout(() => {
        if (!isPlace(location.pathname) || isPutOff(id)) return;
        if (isBusy()) wait(AGAIN_MS);
        else setDue(true);
      }, delay);
    };
    wait(SETUP_CHECK.delayMs);
    return () => clearTimeout(timer);
  }, [applies, id]);
  return isDue ? (
    <Suspense>
      <Checklist onClose={() => setDue(false)} />
    </Suspense>
  ) : null;
}

/** Not on the pages before the login, and not on a phone. */
function isPlace(pathname: string): boolean {
  return !/^\/(user|mobile|oauth2-app)(\/|$)/.test(pathname) && !matchMedia(MOBILE).matches;
}

function isBusy(): boolean {
  const field = document.activeElement;
  const isTyping =
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
    field.value !== '' &&
    !field.readOnly;
  return isTyping || document.querySelector('dialog[open], :popover-open') !== null;
}
