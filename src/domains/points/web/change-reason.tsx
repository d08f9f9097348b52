import { useTranslation } from 'react-i18next';

/** What a person wrote; what the program itself says is a word of the reader's language. */
export function ChangeReason({ reason }: { reason: string }) {
  const { t } = useTranslation('points-log');
  if (reason === '') return '–';
  return reason === 'refund' ? t('reason.refund') : reason;
}
