import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useTab } from '#platform/routing/web/tab.ts';
import { IconButton } from '../button/button.tsx';
import { KEYS } from '../keyboard/keys.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { useNeighbours } from './use-ways.ts';

/** Goes on to the next record, at this query; undefined at the end of the list, or without one. */
export function useNextRecord(query = ''): (() => void) | undefined {
  const { pathname } = useLocation();
  const { next } = useNeighbours(pathname);
  const navigate = useNavigate();
  const tab = useTab();
  if (next === undefined) return undefined;
  const path = next + query;
  return () => (tab ? tab.moveTo(path) : void navigate(path, { replace: true }));
}

/** The earlier and the next record of the list that the reader came from, `[` and `]` (ux-guide 4), in the same tab. */
export function RecordNeighbours() {
  const { t } = useTranslation('ui');
  const { pathname } = useLocation();
  const { previous, next } = useNeighbours(pathname);
  const navigate = useNavigate();
  const tab = useTab();
  const go = (path: string | undefined) => {
    if (path === undefined) return false;
    tab ? tab.moveTo(path) : void navigate(path, { replace: true });
    return true;
  };
  useShortcuts({ [KEYS.previous]: () => go(previous), [KEYS.next]: () => go(next) });
  if (previous === undefined && next === undefined) return null;
  return (
    <div className="record-neighbours">
      <IconButton
        icon="up"
        label={t('panel.previous')}
        keys={KEYS.previous}
        disabled={previous === undefined}
        onClick={() => go(previous)}
      />
      <IconButton
        icon="down"
        label={t('panel.next')}
        keys={KEYS.next}
        disabled={next === undefined}
        onClick={() => go(next)}
      />
    </div>
  );
}
