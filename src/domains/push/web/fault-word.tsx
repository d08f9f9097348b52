import { useTranslation } from 'react-i18next';

/** Why a message did not go out. */
export function FaultWord({ code }: { readonly code: string }) {
  const { t } = useTranslation('message-log');
  return t(`error.${code}`, { defaultValue: code });
}
