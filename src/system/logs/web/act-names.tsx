import { useTranslation } from 'react-i18next';
import { rightName } from '#platform/viewer/web/right-name.ts';
import { actKey, callKey } from '../rules/act-words.ts';

/** What somebody did: in words of the call's own, or what the right is called that it needs. */
export function CallName({ action, route }: { action: string; route: string }) {
  const { t, i18n } = useTranslation('operation-log');
  const key = callKey(route);
  if (i18n.exists(`call.${key}`, { ns: 'operation-log' })) return t(`call.${callKey(route)}`);
  return rightName(action) ?? action;
}

/** An act of the audit trail in words. */
export function ActName({ action }: { action: string }) {
  const { t, i18n } = useTranslation('data-log');
  const key = actKey(action);
  return (
    rightName(action) ?? (i18n.exists(`action.${key}`, { ns: 'data-log' }) ? t(`action.${actKey(action)}`) : action)
  );
}
