import { useTranslation } from 'react-i18next';
import { readUserAgent } from '#platform/viewer/rules/user-agent.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { type ListedLogin, loginLog } from '../contract/login-log.ts';

const VIEWS: readonly ListView[] = [{ key: 'all' }, { key: 'refused', request: { act: 'refused' } }];
const TONES: Readonly<Record<string, Tone>> = {
  login: 'success',
  refused: 'danger',
  logout: 'neutral',
  forced: 'warning',
};

export default recordsPage(loginLog, {
  icon: 'users',
  views: VIEWS,
  shown: ['username', 'at', 'act', 'means', 'address', 'userAgent', 'entered', 'reason'],
  widths: { act: 136 },
  cells: {
    act: (row) => <Act row={row} />,
    means: ({ means }) => <Means means={means} />,
    reason: ({ reason }) => <Reason reason={reason} />,
    userAgent: ({ userAgent }) => <Browser userAgent={userAgent} />,
  },
});

function Act({ row }: { row: ListedLogin }) {
  const { t } = useTranslation('login-log');
  return <Tag tone={TONES[row.act] ?? 'neutral'}>{t(`act.${row.act}`)}</Tag>;
}

function Means({ means }: { means: string }) {
  const { t } = useTranslation('login-log');
  const [way = '', name = ''] = means.split(':');
  if (way === 'third-login') return t('means.third', { name });
  return way === '' ? '–' : t(way === 'password' || way === 'phone' ? `means.${way}` : 'means.other');
}

function Reason({ reason }: { reason: string }) {
  const { t, i18n } = useTranslation('login-log');
  if (reason === '') return '–';
  return i18n.exists(`login-log:reason.${reason}`) ? t(`reason.${reason}` as 'reason.refused') : reason;
}

function Browser({ userAgent }: { userAgent: string }) {
  const { browser, system } = readUserAgent(userAgent);
  return [browser, system].filter(Boolean).join(' · ') || userAgent.slice(0, 60) || '–';
}
