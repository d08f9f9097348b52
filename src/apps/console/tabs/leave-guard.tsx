import { useEffect } from 'react';
import { clearUnsaved, hasUnsaved } from '#platform/routing/web/unsaved.ts';
import { askBeforeLeaving } from '../routing/console-history.ts';
import { mayLeaveForms } from './may-leave-forms.ts';

/**
 * Without tabs the page that is left is gone: leaving by menu, link or back asks once (ux-guide 5). With tabs it stays open
 * behind, and is asked about when it is closed.
 */
export function LeaveGuard() {
  useEffect(() => askBeforeLeaving((from, to) => (from !== to && hasUnsaved() ? askOnce() : undefined)), []);
  return null;
}

async function askOnce(): Promise<boolean> {
  const may = await mayLeaveForms();
  if (may) clearUnsaved();
  return may;
}
