import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { forgetUnsaved, hasUnsaved } from '#platform/routing/web/unsaved.ts';
import { mayLeaveForms } from './may-leave-forms.ts';

/**
 * Without tabs the page that is left is gone: leaving by menu, link or back asks once (ux-guide 5). With tabs it stays open
 * behind, and is asked about when it is closed.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeaveForms().then((may) => {
      if (!may) return blocker.reset();
      forgetUnsaved();
      blocker.proceed();
    });
  }, [blocker]);
  return null;
}
