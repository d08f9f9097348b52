import { i18n } from '#platform/i18n/web/i18n.ts';
import { hasUnsaved } from '#platform/routing/web/unsaved.ts';
import { confirm } from '#ui/confirm/confirm.tsx';

let asking: Promise<boolean> | undefined;

/**
 * Asks before unsaved input goes: of these tabs, or of all, as a change of tenant or department loads the page anew
 * (ux-guide 5). Asked once: other callers get the same answer. A caller that really leaves then calls `clearUnsaved`.
 */
export async function mayLeaveForms(tabs?: readonly string[]): Promise<boolean> {
  const isUnsaved = tabs === undefined ? hasUnsaved() : tabs.some((tab) => hasUnsaved(tab));
  if (!isUnsaved) return true;
  asking ??= confirm({
    title: i18n.t('tabs.discardTitle', { ns: 'console' }),
    body: i18n.t('tabs.discardBody', { ns: 'console' }),
    verb: i18n.t('tabs.discard', { ns: 'console' }),
    cancel: i18n.t('tabs.keepEditing', { ns: 'console' }),
    danger: true,
  }).finally(() => {
    asking = undefined;
  });
  return asking;
}
