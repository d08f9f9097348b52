import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { CallError } from '#platform/http/web/call-error.ts';
import { connection, onConnection } from '#platform/http/web/connection.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';
import { hasSessionEnded } from '#platform/http/web/session-expiry.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { Icon, type IconName } from '#ui/icon/icon.tsx';
import { documentTitle } from '../routing/document-title.ts';
import { ALARMS, CONSOLE_HOME, HOME, ORDERS, ROBOTS } from './addresses.ts';
import { go, goBack, usePlace } from './place.ts';
import { useSurroundings } from './surroundings.ts';
import type { Answer } from './use-answer.ts';

const BAR_PAGES = [HOME, ORDERS, ROBOTS, ALARMS];

/** Bottom bar with the pages of all day; every other page has a back arrow (platform.md 2, review 4.11). */
export function MobileFrame({ title, children }: { title: string; children: ReactNode }) {
  const { texts } = useSurroundings();
  const tenant = useTenant();
  const { pathname } = usePlace();
  const isBarPage = BAR_PAGES.includes(pathname);
  useEffect(() => {
    document.title = documentTitle(title, tenant.name, runtimeConfig().productName);
  }, [title, tenant.name]);
  return (
    <div className="mobile">
      <header className="mobile-head">
        {!isBarPage && (
          <button type="button" className="mobile-back" aria-label={texts.back} onClick={goBack}>
            <Icon name="previous" size={22} />
          </button>
        )}
        <h1>{title}</h1>
        <span className="mobile-tenant">{tenant.name}</span>
      </header>
      <OfflineBar />
      <main className="mobile-page">{children}</main>
      {isBarPage && <Bar pathname={pathname} />}
    </div>
  );
}

/** What people open all day under the thumb, all that they may see behind "More", which is the console. */
function Bar({ pathname }: { pathname: string }) {
  const { texts } = useSurroundings();
  const may = useSession((session) => session.permissions);
  return (
    <nav className="mobile-bar" aria-label={texts.bar}>
      <BarItem to={HOME} icon="home" label={texts.home} isHere={pathname === HOME} />
      {may.has('order:view') && (
        <BarItem to={ORDERS} icon="order" label={texts.barOrders} isHere={pathname === ORDERS} />
      )}
      <BarItem to={ROBOTS} icon="robot" label={texts.robots} isHere={pathname === ROBOTS} />
      {may.has('alarm:view') && <BarItem to={ALARMS} icon="bell" label={texts.alarms} isHere={pathname === ALARMS} />}
      <a href={CONSOLE_HOME} className="mobile-bar-item">
        <Icon name="menu" size={22} />
        <span>{texts.barMore}</span>
      </a>
    </nav>
  );
}

interface BarItemProps {
  to: string;
  icon: IconName;
  label: string;
  isHere: boolean;
}

function BarItem({ to, icon, label, isHere }: BarItemProps) {
  return (
    <MobileLink to={to} className="mobile-bar-item" isHere={isHere}>
      <Icon name={icon} size={22} />
      <span>{label}</span>
    </MobileLink>
  );
}

interface MobileLinkProps {
  to: string;
  className?: string;
  isHere?: boolean;
  children: ReactNode;
}

/** A link inside these pages; with a modifier key it is the browser's. */
export function MobileLink({ to, className, isHere, children }: MobileLinkProps) {
  return (
    <a
      href={to}
      className={className}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

function OfflineBar() {
  const { texts } = useSurroundings();
  if (useSyncExternalStore(onConnection, connection) === 'good') return null;
  return (
    <p className="mobile-notice" role="status">
      <Icon name="warning" size={16} />
      {texts.offline}
    </p>
  );
}

interface AnsweredProps<Data> {
  answer: Answer<Data>;
  skeleton: ReactNode;
  /** The way on where what was asked for is not there. */
  back?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was answered, with a word where it could not be refreshed; before that its outline, or what went wrong. */
export function Answered<Data>({ answer, skeleton, back, children }: AnsweredProps<Data>) {
  if (answer.data === undefined) {
    if (!answer.error || hasSessionEnded()) return <div aria-busy="true">{skeleton}</div>;
    return <Fault error={answer.error} onRetry={answer.refresh} back={back} />;
  }
  return children(answer.data);
}

interface FaultProps {
  error: Error;
  onRetry: () => void;
  back?: ReactNode;
}

/** What went wrong, and the way to try again; a record that is not there leads `back`. */
export function Fault({ error, onRetry, back }: FaultProps) {
  const { texts } = useSurroundings();
  // what the server cannot read as a number is no record either
  if (back && error instanceof CallError && [400, 404].includes(error.status))
    return (
      <div className="mobile-empty" role="alert">
        <h2>{texts.missing}</h2>
        <p>{texts.missingHint}</p>
        {back}
      </div>
    );
  return (
    <div className="mobile-fault" role="alert">
      <p>
        <strong>{texts.failed}</strong>
      </p>
      <p>{error.message}</p>
      <button type="button" className="button" onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  );
}
