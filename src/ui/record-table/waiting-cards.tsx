import { useTranslation } from 'react-i18next';
import { SkeletonLines } from '../skeleton/skeleton.tsx';

/** Cards to come, a phone's height of them: their room is kept from the start, they are seen once waiting takes a while. */
export function WaitingCards({ isSeen }: { isSeen: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <div className={isSeen ? 'record-cards' : 'record-cards record-unseen'}>
      <span className="hidden-text">{t('loading')}</span>
      {Array.from({ length: 6 }, (_, at) => (
        <div key={at} className="record-card record-card-awaited">
          <SkeletonLines lines={3} />
        </div>
      ))}
    </div>
  );
}
