import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { RecordSearcher } from '#platform/routing/web/web-slice.ts';
import { type Offer, useOffersOf } from '#ui/record-actions/offered-actions.ts';
import { matchRoute, targetOf } from '../routing/console-routes.ts';
import { surroundings, useMenu, useRoutes } from '../routing/use-routes.ts';
import { pathIn } from '../tabs/tabs-model.ts';
import { type Findable, type PageItem, pageItems } from './find-local.ts';
import { recentRecords } from './recent-records.ts';
import { seenRecords } from './recent-store.ts';

export interface Row extends Findable {
  key: string;
  group: 'here' | 'page' | 'recent' | 'pages' | 'actions' | RecordSearcher['kind'] | 'all';
  /** Of its group, where that is a kind of record. */
  groupTitle?: string | undefined;
  hint?: string | undefined;
  icon: string;
  danger?: boolean | undefined;
  /** It cannot be done now; `hint` says why. */
  isOff?: boolean | undefined;
  run: () => void;
  /** A record: its page, which knows what can be done with it. */
  to?: string;
}

/** A record whose actions were asked for, and what had been typed to find it. */
export interface Subject {
  to: string;
  title: string;
  text: string;
}

/** What the record's page or panel in sight does; of the subject, once its page is there. */
export function useActionsHere(subject: Subject | undefined, open: (to: string) => void) {
  const { pathname } = useLocation();
  const routes = useRoutes();
  const offers = useOffersOf(subject ? pathIn(subject.to) : pathname);
  // a panel's record comes before the list behind it
  const rows = rowsOf(offers, open).toSorted((a, b) => Number(a.group === 'page') - Number(b.group === 'page'));
  return {
    rows,
    titles: {
      here: offers?.find(({ record }) => record !== '')?.record ?? '',
      page: matchRoute(routes, pathname)?.route.title ?? '',
    } as Readonly<Record<string, string>>,
    isAwaited: offers === undefined || offers.some(({ isAwaited }) => isAwaited),
  };
}

/** What header and menus of the frame do, which stand outside of all tabs. */
export function useFrameActions(open: (to: string) => void): Row[] {
  return rowsOf(useOffersOf(''), open, 'actions');
}

/** What cannot be done now says why, or is not offered; nor is what the page draws twice. */
function rowsOf(offers: readonly Offer[] | undefined, open: (to: string) => void, group?: 'actions'): Row[] {
  const rows = (offers ?? []).flatMap(({ record, actions }, place) =>
    actions
      .filter(({ disabled, reason }) => !disabled || reason !== undefined)
      .map(
        ({ key, label, fullLabel, icon, danger, disabled, reason, to, onSelect }): Row => ({
          key: `${place}-${key}`,
          group: group ?? (record === '' ? 'page' : 'here'),
          title: fullLabel ?? label,
          icon: icon ?? (danger ? 'warning' : 'play'),
          danger,
          isOff: disabled,
          hint: disabled ? reason : undefined,
          run: () => {
            onSelect?.();
            if (to !== undefined) open(to);
          },
        }),
      ),
  );
  return [...new Map(rows.map((row) => [`${row.group} ${row.title}`, row])).values()];
}

/** Records that were seen lately, and the pages of the menu. */
export function useOthers(open: (to: string) => void): Row[] {
  const menu = useMenu();
  const routes = useRoutes();
  const [seen] = useState(seenRecords);
  const { pathname } = useLocation();
  const pages = useMemo(() => pageItems(menu), [menu]);
  const recent = useMemo(() => recentRecords(seen, routes, pathname), [seen, routes, pathname]);
  const show = ({ node }: PageItem) => {
    const target = targetOf(node, surroundings());
    if (target?.kind === 'external') window.open(target.url, '_blank', 'noopener,noreferrer');
    else if (target) open(target.path);
  };
  return [
    ...recent.map(
      ({ path, name, kind }): Row => ({
        key: path,
        group: 'recent',
        title: name,
        hint: kind,
        icon: 'schedule',
        to: path,
        run: () => open(path),
      }),
    ),
    ...pages.map((item): Row => ({ ...item, group: 'pages', run: () => show(item) })),
  ];
}
