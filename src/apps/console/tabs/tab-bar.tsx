import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHasUnsaved } from '#platform/routing/web/unsaved.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Menu, MenuButton, type MenuEntry } from '#ui/menu/menu.tsx';
import { useInSight } from '#ui/tabs/use-in-sight.ts';
import type { ConsoleRoute } from '../routing/console-routes.ts';
import { mayLeaveForms } from './may-leave-forms.ts';
import { type Closing, closedBy, type Tab } from './tabs-model.ts';
import { close, pinnedIn, refreshTab, showTab, useTabs } from './use-tabs.ts';
import './tabs.css';

const CLOSING_ICONS = { left: 'first', right: 'last', other: 'close' } as const;

/** Open pages as tabs: arrow keys move, Delete closes, Shift+F10 or the right button opens the menu. */
export function TabBar({ routes }: { routes: readonly ConsoleRoute[] }) {
  const { t } = useTranslation('console');
  const { tabs, active } = useTabs();
  const pinned = pinnedIn(tabs);
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  useWheel(list);
  const [menu, setMenu] = useState<{ id: string; anchor: Element | { x: number; y: number } }>();
  const titleOf = (tab: Tab): string => tab.title ?? routes.find((route) => route.name === tab.route)?.title ?? tab.id;

  const at = tabs.findIndex(({ id }) => id === active);
  useInSight(list, at, tabs[at] && titleOf(tabs[at]));

  const closeBy = async (id: string, closing: Closing): Promise<void> => {
    if (!(await mayLeaveForms(closedBy(tabs, id, closing, pinned)))) return;
    const url = close(id, closing);
    if (url) void navigate(url);
  };
  const refresh = async (id: string): Promise<void> => {
    if (await mayLeaveForms([id])) refreshTab(id);
  };
  const entries = (id: string): MenuEntry[] => [
    { key: 'refresh', label: t('tabs.refresh'), icon: 'refresh', onSelect: () => void refresh(id) },
    ...(['left', 'right', 'other'] as const).map((closing) => ({
      key: closing,
      label: t(`tabs.close.${closing}`),
      icon: CLOSING_ICONS[closing],
      disabled: closedBy(tabs, id, closing, pinned).length === 0,
      onSelect: () => void closeBy(id, closing),
    })),
  ];

  /** The page shows with the press; address, title and menu follow. */
  const choose = (tab: Tab): void => {
    showTab(tab);
    void navigate(tab.url);
  };

  const pressed = (event: KeyboardEvent<HTMLElement>, tab: Tab): void => {
    const at = tabs.indexOf(tab);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      step === undefined ? { Home: 0, End: tabs.length - 1 }[event.key] : (at + step + tabs.length) % tabs.length;
    if (next !== undefined) {
      event.preventDefault();
      list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    } else if (event.key === 'Delete') {
      event.preventDefault();
      void closeBy(tab.id, 'one');
    } else if (event.key === 'F10' && event.shiftKey) {
      event.preventDefault();
      setMenu({ id: tab.id, anchor: event.currentTarget });
    }
  };

  return (
    <nav className="tab-bar" aria-label={t('tabs.label')}>
      <div className="tab-list" role="tablist" aria-label={t('tabs.label')} ref={list}>
        {tabs.map((tab) => {
          const isActive = tab.id === active;
          const canClose = closedBy(tabs, tab.id, 'one', pinned).length > 0;
          return (
            // The closing cross is for the pointer; the keyboard has Delete, and a tab holds no other control.
            <div
              key={tab.id}
              role="tab"
              tabIndex={isActive ? 0 : -1}
              aria-selected={isActive}
              className={isActive ? 'page-tab page-tab-active' : 'page-tab'}
              onClick={() => choose(tab)}
              onAuxClick={(event) => event.button === 1 && void closeBy(tab.id, 'one')}
              onContextMenu={(event) => {
                event.preventDefault();
                setMenu({ id: tab.id, anchor: event.currentTarget });
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' || event.key === ' ') choose(tab);
                else pressed(event, tab);
              }}
            >
              <UnsavedDot tab={tab.id} />
              <span className="page-tab-title" data-tip-cut="">
                {titleOf(tab)}
              </span>
              {canClose && (
                <span
                  className="page-tab-close"
                  aria-hidden="true"
                  onClick={(event) => {
                    event.stopPropagation();
                    void closeBy(tab.id, 'one');
                  }}
                >
                  <Icon name="close" size={12} />
                </span>
              )}
            </div>
          );
        })}
      </div>
      <MenuButton label={t('tabs.more')} icon="more" iconOnly kind="quiet" entries={entries(active)} />
      {menu && (
        <Menu
          label={t('tabs.more')}
          entries={entries(menu.id)}
          anchor={menu.anchor as Element}
          onClose={() => setMenu(undefined)}
        />
      )}
    </nav>
  );
}

/** The wheel moves a strip that is longer than its place. */
function useWheel(list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const strip = list.current;
    const turned = (event: WheelEvent): void => {
      if (!strip || strip.scrollWidth <= strip.clientWidth || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
      event.preventDefault();
      strip.scrollLeft += event.deltaY;
    };
    strip?.addEventListener('wheel', turned, { passive: false });
    return () => strip?.removeEventListener('wheel', turned);
  }, [list]);
}

/** Unsaved input inside: said to everybody, not by a colour alone. */
function UnsavedDot({ tab }: { tab: string }) {
  const { t } = useTranslation('console');
  if (!useHasUnsaved(tab)) return null;
  return <span className="page-tab-dirty" role="img" aria-label={t('tabs.unsaved')} data-tip={t('tabs.unsaved')} />;
}
