import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { simulatorAddress } from '#platform/http/web/simulator-address.ts';
import { currentLanguage } from '#platform/i18n/web/language.ts';
import { hasUnsaved } from '#platform/routing/web/unsaved.ts';
import { portraitAddress } from '#platform/viewer/web/portrait-address.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { ChangePasswordDialog } from '#system/passwords/web/console/index.ts';
import { type CurrentDepartments, sessionEndpoints } from '#system/session/contract/endpoints.ts';
import { askDepartments, DepartmentDialog } from '#system/session/web/console/index.ts';
import { Avatar } from '#ui/avatar/avatar.tsx';
import { IconButton } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { MenuButton, type MenuEntry } from '#ui/menu/menu.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { useOfferedActions } from '#ui/record-actions/offered-actions.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { departmentFailed, logOut, switchTenant } from '../shell/load-session.ts';
import { mayLeaveForms } from '../tabs/may-leave-forms.ts';
import { Brand } from './brand.tsx';
import { HeaderTools } from './header-tools.tsx';
import { TenantClock } from './tenant-clock.tsx';

type HeaderProps = { menu: ReactNode } | { isExpanded: boolean; onToggle: () => void };

/**
 * The same order on every page: collapse, clock, search, help, notices, language, theme, tenant, user. With the top menu
 * the product's sign and the menu stand where the collapse button was.
 */
export function Header(props: HeaderProps) {
  const { t } = useTranslation('console');
  return (
    <header className="frame-header">
      {'menu' in props ? (
        <>
          <Brand isShort />
          {props.menu}
        </>
      ) : (
        <IconButton
          icon={props.isExpanded ? 'collapse' : 'menu'}
          label={t('menu.toggle')}
          aria-expanded={props.isExpanded}
          onClick={props.onToggle}
        />
      )}
      <TenantClock />
      <div className="header-end">
        <HeaderEnd />
      </div>
    </header>
  );
}

/** The frame is drawn with every address; these follow what they show and nothing else. */
const HeaderEnd = memo(() => (
  <>
    <HeaderTools />
    <TenantSwitcher />
    <UserMenu />
  </>
));

/** Name and id of the tenant, always; a switcher for those who may, whose list is asked for when a hand comes near. */
function TenantSwitcher() {
  const { t } = useTranslation('console');
  const { tenant, user } = useSession();
  const [isNear, setNear] = useState(false);
  const near = (): void => setNear(true);
  const label = t('header.tenant', { name: tenant.name, id: tenant.id });
  const { data, isError } = useQuery({
    queryKey: ['session', 'tenants'],
    queryFn: ({ signal }) => call(sessionEndpoints.currentTenants, {}, { signal, notices: 'none' }),
    enabled: isNear,
    staleTime: 300_000,
  });
  if (!user?.canSwitchTenant || (data && data.list.length < 2)) return <span className="header-tenant">{label}</span>;
  return (
    <MenuButton
      label={label}
      icon="tenant"
      kind="quiet"
      className="header-tenant"
      data-tip-cut={label}
      onPointerEnter={near}
      onFocus={near}
      entries={(data?.list ?? (isError ? [tenant] : [])).map((one) => ({
        key: one.id,
        label: one.name,
        hint: one.id,
        checked: one.id === tenant.id,
        onSelect: () => void mayLeaveForms().then((may) => may && switchTenant(one)),
      }))}
    >
      <span>{label}</span>
    </MenuButton>
  );
}

/** What was done on a refill run and not sent is sent first; what cannot be sent is asked about. Then nothing of it stays. */
async function mayLeaveRuns(t: TFunction<'console'>): Promise<boolean> {
  const runs = await import('../mobile/refill-leave.ts').catch(() => undefined);
  const count = (await runs?.sendBeforeLeaving().catch(() => 0)) ?? 0;
  if (count > 0) {
    const body = t('logout.unsent', { count });
    if (!(await confirm({ title: t('logout.unsentTitle'), body, verb: t('logout.unsentVerb'), danger: true })))
      return false;
  }
  await runs?.deleteRuns();
  return true;
}

function UserMenu() {
  const { t } = useTranslation('console');
  const user = useSession((session) => session.user);
  const queries = useQueryClient();
  const refreshDictionaries = async (): Promise<void> =>
    (await import('#system/dictionaries/web/refresh/index.ts')).refreshDictionaries(queries);
  const [departments, setDepartments] = useState<CurrentDepartments>();
  const [isPasswordOpen, setPasswordOpen] = useState(false);
  const leave = async (): Promise<void> => {
    const body = t(hasUnsaved() ? 'logout.unsaved' : 'logout.saved');
    if (!(await confirm({ title: t('logout.title'), body, verb: t('logout.verb') }))) return;
    if (await mayLeaveRuns(t)) logOut();
  };
  const openDepartments = async (): Promise<void> => {
    if (await mayLeaveForms()) setDepartments(await askDepartments(t('header.noDepartments')));
  };
  const label = t('header.welcome', { name: user?.realname ?? '' });
  const simulator = simulatorAddress('/', currentLanguage());
  const department: MenuEntry = {
    key: 'department',
    label: t('header.department'),
    icon: 'swap',
    onSelect: () => void openDepartments(),
  };
  const entries: MenuEntry[] = [
    { key: 'account', label: t('header.account'), icon: 'user', to: '/account/center' },
    { key: 'preferences', label: t('header.preferences'), icon: 'settings', to: '/account/settings' },
    ...(user?.canSwitchTenant ? [department] : []),
    {
      key: 'password',
      label: t('header.password'),
      icon: 'key',
      onSelect: () => {
        if (user) setPasswordOpen(true);
        else toast.warning(t('header.noUser'));
      },
    },
    {
      key: 'refresh-dictionaries',
      label: t('header.refreshDictionaries'),
      icon: 'refresh',
      onSelect: () => void refreshDictionaries(),
    },
    ...(simulator
      ? [
          {
            key: 'simulator',
            label: t('header.simulator'),
            icon: 'plug' as const,
            onSelect: () => void window.open(simulator, '_blank', 'noreferrer'),
          },
        ]
      : []),
    { key: 'logout', label: t('logout.verb'), icon: 'logout', divided: true, onSelect: () => void leave() },
  ];
  useOfferedActions(entries);
  return (
    <>
      <MenuButton label={label} kind="quiet" className="header-user" data-tip-cut={label} entries={entries}>
        <Avatar name={user?.realname ?? ''} src={portraitAddress(user?.avatar)} />
        <span>{label}</span>
      </MenuButton>
      <OpenedPart onClose={() => setDepartments(undefined)}>
        {departments && user && (
          <DepartmentDialog
            departments={departments}
            username={user.username}
            onClose={() => setDepartments(undefined)}
            onFailed={departmentFailed}
          />
        )}
      </OpenedPart>
      <OpenedPart onClose={() => setPasswordOpen(false)}>
        {isPasswordOpen && user && <ChangePasswordDialog user={user} onClose={() => setPasswordOpen(false)} />}
      </OpenedPart>
    </>
  );
}
