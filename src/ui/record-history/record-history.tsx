import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryChange, HistoryEntry, HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { Avatar } from '../avatar/avatar.tsx';
import { Button } from '../button/button.tsx';
import { useLanguage } from '../language/use-language.ts';
import { Loaded } from '../loaded/loaded.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import './record-history.css';

const PAGE_SIZE = 20;

type Value = HistoryChange['before'];

export interface HistoryField {
  label: string;
  /** Words for a value that does not say it itself; `names` are those behind ids. Undefined: as it is. */
  show?: (value: NonNullable<Value>, names: Readonly<Record<string, string>>) => ReactNode | undefined;
}

export interface RecordHistoryProps {
  endpoint: Endpoint<typeof HistoryRequest, typeof HistoryPage>;
  id: string;
  /** Below the record's own key, so that live updates of the record refresh it. */
  queryKey: readonly unknown[];
  label: string;
  /** What was done, by action; a function where the values say it. */
  actions: Readonly<Record<string, string | ((entry: HistoryEntry) => string)>>;
  fields: Readonly<Record<string, HistoryField>>;
  /** Words for reasons that the product gives by itself; none where the deed says it already. */
  reasons?: Readonly<Record<string, string>>;
}

/** Who changed what and when, with the values before and after; days and times are the tenant's (ux-guide 4). */
export function RecordHistory({ endpoint, id, queryKey, label, actions, fields, reasons = {} }: RecordHistoryProps) {
  const { t } = useTranslation('ui');
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'history'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { id, pageNo: pageParam, pageSize: PAGE_SIZE }, { signal, notices: 'none' }),
    getNextPageParam: (last) => (last.current < last.pages ? last.current + 1 : undefined),
  });
  return (
    <Loaded query={query} skeleton={<Skeleton height={160} />}>
      {({ pages }) => {
        const names = Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>;
        // An edit that came between two pages shifts the second one.
        const entries = new Map(pages.flatMap(({ records }) => records).map((entry) => [entry.id, entry]));
        if (entries.size === 0) return <p className="quiet">{t('history.none')}</p>;
        return (
          <>
            <Timeline
              label={label}
              entries={[...entries.values()].map((entry) => ({
                id: entry.id,
                at: entry.at,
                what: deedOf(entry, actions),
                who:
                  entry.byKind === 'staff' ? (
                    <>
                      <Avatar name={entry.byName} size={18} /> {entry.byName}
                    </>
                  ) : (
                    t('history.system')
                  ),
                detail: <EntryDetail entry={entry} fields={fields} names={names} reasons={reasons} />,
              }))}
            />
            {query.hasNextPage && (
              <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('history.older')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function deedOf(entry: HistoryEntry, actions: RecordHistoryProps['actions']): string {
  const words = actions[entry.action] ?? entry.action;
  return typeof words === 'string' ? words : words(entry);
}

interface DetailProps {
  entry: HistoryEntry;
  fields: RecordHistoryProps['fields'];
  names: Readonly<Record<string, string>>;
  reasons: Readonly<Record<string, string>>;
}

function EntryDetail({ entry, fields, names, reasons }: DetailProps) {
  const reason = entry.reason && (reasons[entry.reason] ?? entry.reason);
  return (
    <>
      {reason && <q className="history-reason">{reason}</q>}
      <HistoryChanges changes={entry.changes} fields={fields} names={names} />
    </>
  );
}

interface ChangesProps {
  changes: readonly HistoryChange[];
  fields: Readonly<Record<string, HistoryField>>;
  names?: Readonly<Record<string, string>>;
}

/** Each field with its value before, struck out, and after. */
export function HistoryChanges({ changes, fields, names = {} }: ChangesProps) {
  const { t } = useTranslation('ui');
  const language = useLanguage();
  const words = (field: string, value: Value): ReactNode => {
    if (value === null || value === '') return t('history.nothing');
    const own = fields[field]?.show?.(value, names);
    if (own !== undefined) return own;
    if (typeof value === 'boolean') return t(value ? 'where.yes' : 'where.no');
    if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  if (changes.length === 0) return null;
  return (
    <dl className="history-changes">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fields[field]?.label ?? field}</dt>
          <dd>
            {before !== null && before !== after && (
              <>
                <span className="visually-hidden">{t('history.before')} </span>
                <del>{words(field, before)}</del> <span className="visually-hidden">{t('history.after')} </span>
              </>
            )}
            <ins>{words(field, after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
