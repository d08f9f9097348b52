import { useTranslation } from 'react-i18next';
import { NoticeBell } from '#system/notices/web/index.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { type ConsoleRoute, matchRoute, WELCOME } from '../routing/console-routes.ts';
import { TabLink } from '../tabs/tab-link.tsx';

const PLACES = [
  { to: WELCOME, icon: 'home', key: 'overview' },
  { to: '/orders/list', icon: 'order', key: 'orders' },
  { to: '/devices/robots', icon: 'robot', key: 'robots' },
] as const satisfies readonly { to: string; icon: IconName; key: string }[];

interface BottomBarProps {
  routes: readonly ConsoleRoute[];
  pathname: string;
  isMenuOpen: boolean;
  onMenu: () => void;
}

/** The frame of a phone: what people open all day under the thumb, the whole menu behind "More". */
export function BottomBar({ routes, pathname, isMenuOpen, onMenu }: BottomBarProps) {
  const { t } = useTranslation('console');
  return (
    <nav className="bottom-bar" aria-label={t('bar.label')}>
      {PLACES.filter(({ to }) => matchRoute(routes, to)).map(({ to, icon, key }) => (
        <TabLink key={key} to={to} className="bottom-bar-item" aria-current={pathname === to ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          <span>{t(`bar.${key}`)}</span>
        </TabLink>
      ))}
      <NoticeBell className="bottom-bar-item" />
      <button
        type="button"
        className="bottom-bar-item"
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" size={22} />
        <span>{t('bar.more')}</span>
      </button>
    </nav>
  );
}
