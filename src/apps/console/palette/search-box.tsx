import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { areSingleKeysAllowed, setSingleKeys } from '#ui/keyboard/single-keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { useOfferedActions } from '#ui/record-actions/offered-actions.ts';
import { FRAME_KEYS, GO_TO, goTo, type Pending, tabNumber } from '../keyboard/frame-keys.ts';
import { matchRoute } from '../routing/console-routes.ts';
import { useRoutes } from '../routing/use-routes.ts';
import { addressOf } from '../tabs/tabs-model.ts';
import { useTabs } from '../tabs/use-tabs.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazyAgain(loadPalette);
const ShortcutDialog = lazyAgain(() => import('../keyboard/shortcut-dialog.tsx'));

/** The search of the header with the keys of the whole frame; the palette's code is fetched when the browser rests. */
export function SearchBox() {
  const { t } = useTranslation('console');
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = (): void => setShown(undefined);
  const typed = useTypedAhead(shown === 'palette');
  useFrameKeys(setShown);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 2_000);
    return () => clearTimeout(timer);
  }, []);
  useOfferedActions([{ key: 'keys', label: t('keys.title'), icon: 'key', onSelect: () => setShown('keys') }]);
  return (
    <>
      <button
        type="button"
        className="search-box"
        aria-label={t('header.search')}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setShown('palette')}
      >
        <Icon name="search" />
        <span>{t('header.search')}</span>
        <span className="search-keys" data-keys={t('palette.keys')} />
      </button>
      <OpenedPart onClose={close}>
        {shown === 'palette' && <Palette typed={typed} onClose={close} />}
        {shown === 'keys' && <ShortcutDialog onClose={close} />}
      </OpenedPart>
    </>
  );
}

/** What is typed between the key that opens the palette and its box, whose code may be on its way: the box begins with it. */
function useTypedAhead(isOpen: boolean): RefObject<string> {
  const typed = useRef('');
  useLayoutEffect(() => {
    if (!isOpen) return;
    typed.current = '';
    const keep = (event: KeyboardEvent): void => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || document.querySelector('dialog:modal')) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener('keydown', keep, true);
    return () => document.removeEventListener('keydown', keep, true);
  }, [isOpen]);
  return typed;
}

function useFrameKeys(show: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  const routes = useRoutes();
  const pending = useRef<Pending>(undefined);
  useEffect(() => setSingleKeys(areSingleKeysAllowed()), []);
  const second = (event: KeyboardEvent): boolean => {
    const path = goTo(pending.current, event.key.toLowerCase(), event.timeStamp);
    pending.current = undefined;
    if (path === undefined || (path !== '/' && !matchRoute(routes, path))) return false;
    const { tabs, active } = useTabs.getState();
    void navigate(addressOf(tabs, active, path));
    return true;
  };
  useShortcuts({
    [FRAME_KEYS.palette]: () => show('palette'),
    [FRAME_KEYS.list]: () => show('keys'),
    [FRAME_KEYS.go]: (event) => {
      pending.current = { at: event.timeStamp };
    },
    ...Object.fromEntries(Object.keys(GO_TO).map((letter) => [letter, second])),
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const number = tabNumber(event);
      const tab = number === undefined ? undefined : useTabs.getState().tabs[number - 1];
      if (!tab || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      void navigate(tab.url);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate]);
}
