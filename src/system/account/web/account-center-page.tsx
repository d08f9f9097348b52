import { useTranslation } from 'react-i18next';
import { AccountLog } from './account-log.tsx';
import { OwnProfileCard } from './own-profile.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { OwnTies } from './own-ties.tsx';
import { SecondStep } from './second-step.tsx';
import './account.css';

/** What belongs to the reader himself: profile, ways to log in, sessions, and what happened to the account (settled 41). */
export default function AccountCenterPage() {
  const { t } = useTranslation('account');
  return (
    <div className="account-page">
      <h1 tabIndex={-1}>{t('center.title')}</h1>
      <OwnProfileCard />
      <SecondStep />
      <OwnTies />
      <OwnSessions />
      <AccountLog />
    </div>
  );
}
