import { useTranslation } from 'react-i18next';
import { matchRoute } from '../routing/console-routes.ts';
import { useRoutes } from '../routing/use-routes.ts';
import { findLocal, grouped, keyFirst } from './find-local.ts';
import { type Row, type Subject, useActionsHere, useFrameActions, useOthers } from './palette-rows.ts';
import { useFoundRecords } from './use-found-records.ts';

/** Kinds whose rows are records: the right arrow opens what can be done with one. */
const WITH_ACTIONS: ReadonlySet<string> = new Set(['orders', 'robots']);

/** What the palette offers for a text, in groups: of the subject alone where there is one. */
export function usePaletteRows(text: string, subject: Subject | undefined, open: (to: string) => void) {
  const { t } = useTranslation('console');
  const routes = useRoutes();
  const here = useActionsHere(subject, open);
  const others = useOthers(open);
  const records = useFoundRecords(subject ? '' : text);
  const frame = useFrameActions(open);

  const local = subject ? here.rows : [...here.rows, ...others, ...frame];
  const known = findLocal(local, text);
  // what leads nowhere for this reader is not offered
  const hasPage = ({ to }: { to: string }): boolean => matchRoute(routes, to.split('?')[0] ?? '') !== undefined;
  const found = keyFirst(records.rows.filter(hasPage), text)
    .filter(({ to }) => !known.some((row) => row.to === to))
    .map(({ kind, to, ...one }): Row => {
      const isRecord = !to.includes('?') && WITH_ACTIONS.has(kind);
      return { ...one, key: to + one.title, group: kind, ...(isRecord && { to }), run: () => open(to) };
    });
  const lists = records.lists.filter(hasPage).map(({ kind, icon, to }): Row => {
    return {
      key: to,
      group: 'all',
      icon,
      title: t(`palette.all.${kind}`, { text: records.sought }),
      run: () => open(to),
    };
  });
  const groups = grouped([...known, ...found, ...lists]);
  const rows = groups.flatMap(([, each]) => each);
  return {
    groups,
    /** In the order of their groups. */
    rows,
    titleOf: (group: string): string =>
      here.titles[group] ?? rows.find((row) => row.group === group)?.groupTitle ?? t(`palette.group.${group}`),
    /** What is still awaited or searched, or that there is nothing. */
    note: (): string => {
      if (subject && here.isAwaited) return t('palette.awaited', { record: subject.title });
      if (records.isSearching) return t('palette.searching');
      if (rows.length > 0) return '';
      return subject && text === '' ? t('palette.noActions', { record: subject.title }) : t('palette.nothing');
    },
  };
}
