import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '#system/session/web/session-store.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Icon, type IconName, iconOf } from '#ui/icon/icon.tsx';
import { targetOf } from '../routing/console-routes.ts';
import { surroundings, useMenu, useRoutes } from '../routing/use-routes.ts';
import { loadSearchers } from '../slices.ts';
import { addressOf } from '../tabs/tabs-model.ts';
import { useTabs } from '../tabs/use-tabs.ts';
import { findLocal, type LocalItem, pageItems } from './find-local.ts';
import './palette.css';

export interface PaletteAction {
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly run: () => void;
}

interface Row {
  key: string;
  group: string;
  title: string;
  hint?: string | undefined;
  icon: string;
  run: () => void;
}

const SERVER_AFTER_MS = 200;
const SHORTEST_SEARCH = 2;
const RECENT_MAX = 5;

/** Pages, opened records, records of the server and actions by a few letters; only what the user may see and do. */
export default function Palette({ actions, onClose }: { actions: readonly PaletteAction[]; onClose: () => void }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const menu = useMenu();
  const routes = useRoutes();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const pages = useMemo(() => pageItems(menu), [menu]);
  const records = useRecords(text);

  const go = (to: string) => () => void navigate(to);
  const open = ({ node }: LocalItem) => {
    const target = node && targetOf(node, surroundings());
    if (!target) return;
    if (target.kind === 'external') window.open(target.url, '_blank', 'noopener,noreferrer');
    else {
      const { tabs, active } = useTabs.getState();
      void navigate(addressOf(tabs, active, target.path));
    }
  };
  const recent: Row[] = routes
    .filter((route) => route.params && route.title.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(-RECENT_MAX)
    .reverse()
    .map((route) => ({ key: route.path, group: 'recent', title: route.title, icon: 'schedule', run: go(route.path) }));
  const rows: Row[] = [
    ...findLocal(pages, text).map((item) => ({ ...item, group: 'pages', run: () => open(item) })),
    ...recent,
    ...records.rows.map((one) => ({ ...one, key: one.to, group: 'records', run: go(one.to) })),
    ...actions
      .filter((action) => action.title.toLowerCase().includes(text.trim().toLowerCase()))
      .map((action) => ({ ...action, group: 'actions' })),
  ];
  const active = Math.min(at, rows.length - 1);
  const choose = (row: Row | undefined): void => {
    if (!row) return;
    onClose();
    row.run();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt((active + 1) % rows.length);
    else if (event.key === 'ArrowUp') setAt((active - 1 + rows.length) % rows.length);
    else if (event.key === 'Enter') choose(rows[active]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    // Newer browsers answer a promise, which is no clean-up.
    void document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);

  return (
    <Dialog title={t('palette.title')} width={560} onClose={onClose} className="palette">
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={t('palette.title')}
        aria-expanded={rows.length > 0}
        aria-controls={listId}
        aria-activedescendant={rows.length > 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        enterKeyHint="go"
        placeholder={t('palette.placeholder')}
        title={t('palette.placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={pressed}
      />
      <div role="listbox" id={listId} aria-label={t('palette.results')} className="palette-rows" tabIndex={-1}>
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the search box
          <div
            key={`${row.group}-${row.key}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="palette-row"
            onClick={() => choose(row)}
          >
            <Icon name={iconOf(row.icon, 'dot')} />
            <span className="palette-row-title">{row.title}</span>
            <span className="palette-row-hint" title={row.hint}>
              {row.hint || t(`palette.group.${row.group}`)}
            </span>
          </div>
        ))}
      </div>
      <p className="palette-note" role="status">
        {records.isSearching ? t('palette.searching') : rows.length === 0 ? t('palette.nothing') : ''}
      </p>
    </Dialog>
  );
}

/** Records of the server, 200 ms after the last letter; a kind that fails leaves the others. */
function useRecords(text: string) {
  const permissions = useSession((session) => session.permissions);
  const sought = useDeferredValue(useSettled(text.trim()));
  const isWanted = sought.length >= SHORTEST_SEARCH;
  const { data, isFetching } = useQuery({
    queryKey: ['palette', sought],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const searchers = (await loadSearchers()).filter(
        (one) => one.permission === null || permissions.has(one.permission),
      );
      const answers = await Promise.allSettled(
        searchers.map(async (one) => (await one.find(sought, signal)).map((row) => ({ ...row, icon: one.icon }))),
      );
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
  });
  return { rows: isWanted && data ? data : [], isSearching: isWanted && isFetching };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SERVER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
