import { useTranslation } from 'react-i18next';
import type { ListedDispute } from '../../contract/dispute-records.ts';
import { needsAnswer } from '../../rules/disputes.ts';

/** The provider's page, where the tenant answers his customer's bank. */
export function DisputeAtProvider({ dispute }: { dispute: Pick<ListedDispute, 'answerUrl' | 'state'> }) {
  const { t } = useTranslation('disputes');
  if (dispute.answerUrl === '') return null;
  return (
    <a href={dispute.answerUrl} target="_blank" rel="noreferrer">
      {t(needsAnswer(dispute.state) ? 'answer' : 'look')}
    </a>
  );
}
