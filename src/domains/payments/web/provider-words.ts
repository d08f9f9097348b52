import { useTranslation } from 'react-i18next';

/** Why the payment provider refused, in the reader's language; notices say the same by `PROVIDER_WORDS`. */
export function useProviderWords(): (code: string) => string {
  const { t } = useTranslation('payments');
  return (code) => t(`providerCode.${code}`, { defaultValue: t('providerCode.other', { code }) });
}
