import { Activity, Fragment, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CallError } from '#platform/http/web/call-error.ts';
import { useRecordName } from '#platform/routing/web/tab.ts';
import { ButtonLink, IconButton } from '../button/button.tsx';
import { CopyLink } from '../copy-link/copy-link.tsx';
import { copyText } from '../copy-link/copy-text.ts';
import { Icon } from '../icon/icon.tsx';
import { DetailSkeleton } from '../loaded/detail-skeleton.tsx';
import { Loaded, type LoadedQuery } from '../loaded/loaded.tsx';
import { RecordInSight, useOfferedActions } from '../record-actions/offered-actions.ts';
import { RecordNeighbours } from '../record-list/record-neighbours.tsx';
import { Tabs } from '../tabs/tabs.tsx';
import { toast } from '../toast/toasts.tsx';
import { useArrival } from './use-arrival.ts';
import { useStuck } from './use-stuck.ts';
import './record-detail.css';

export interface RecordView<Data> {
  /** In the address as `?tab=<key>`; the first view is the page without it. */
  key: string;
  label: string;
  content: (data: Data) => ReactNode;
  /** Once opened it stays behind the other views: for forms, whose input would be lost. */
  keeps?: boolean;
}

export interface RecordDetailProps<Data> {
  query: LoadedQuery<Data>;
  /** Lets the reader stop a first loading that takes long. */
  queryKey: readonly unknown[];
  /** The record's identity in words; known before the record is there. */
  title: string;
  /** The same as it is drawn, where that is more than its words. */
  heading?: ReactNode;
  /** The same in each language, a number or a name that somebody gave it: its tab and the palette call it so. */
  name: string | undefined;
  /** Its number, with a button that copies it. */
  copy?: { text: string; label: string; said: string };
  /** State, warnings: beside the title. */
  state?: (data: Data) => ReactNode;
  /** One to three primary actions and a menu; none while the record is not there, or gone. */
  actions?: (data: Data) => ReactNode;
  /** The list that the record belongs to. */
  back: { to: string; label: string };
  /** The strip of views is left out where there is one only. */
  views: readonly RecordView<Data>[];
  viewsLabel?: string;
}

/**
 * The frame of a record's page (ux-guide 4): who it is and how it is, its actions, the neighbours of the list that the reader
 * came from, its views in the address, each state of loading, and the fact that it is gone.
 */
export function RecordDetail<Data>(props: RecordDetailProps<Data>) {
  const { query, queryKey, title, heading = title, name, copy, state, actions, back, views, viewsLabel } = props;
  const { t } = useTranslation('ui');
  const [params, setParams] = useSearchParams();
  const panelId = useId();
  const asked = params.get('tab');
  const view = views.find(({ key }) => key === asked) ?? views[0];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (view && !opened.has(view.key)) setOpened(new Set(opened).add(view.key));
  const { data } = query;
  // It was there a moment ago: what is on screen stays, says so, and can no longer be acted upon.
  const isGone = data !== undefined && query.error instanceof CallError && query.error.status === 404;
  useRecordName(data === undefined ? undefined : name);
  useOfferedActions([], { record: title, isAwaited: data === undefined && query.isFetching });
  const toList = <ButtonLink to={back.to}>{back.label}</ButtonLink>;
  const hasStrip = views.length > 1;
  const start = useRef<HTMLDivElement>(null);
  const isStuck = useStuck(start);
  const page = useArrival<HTMLDivElement>();
  return (
    <RecordInSight value={title}>
      <div ref={page} className="detail-page">
        <div ref={start} />
        <header
          className={data === undefined ? 'detail-head detail-awaited' : 'detail-head'}
          data-stuck={isStuck || undefined}
        >
          <h1 tabIndex={-1}>{heading}</h1>
          {copy && (
            <IconButton
              icon="copy"
              label={copy.label}
              onClick={() => void copyText(copy.text).then(() => toast.success(copy.said))}
            />
          )}
          <CopyLink />
          <div className="detail-state">{data !== undefined && !isGone && state?.(data)}</div>
          <div className="button-group detail-actions">
            <RecordNeighbours />
            {data !== undefined && !isGone && actions?.(data)}
          </div>
        </header>
        {isGone && (
          <div className="detail-gone" role="alert">
            <Icon name="warning" size={18} />
            <p>{t('detail.gone')}</p>
            {toList}
          </div>
        )}
        {hasStrip && view && (
          <Tabs
            label={viewsLabel ?? title}
            items={views.map(({ key, label }) => ({ key, label }))}
            current={view.key}
            onChange={(key) => setParams(key === views[0]?.key ? {} : { tab: key }, { replace: true })}
            controls={panelId}
          />
        )}
        <div id={panelId} {...(hasStrip && view && { role: 'tabpanel', 'aria-label': view.label })}>
          <Loaded
            query={isGone ? { ...query, error: null } : query}
            queryKey={queryKey}
            skeleton={<DetailSkeleton />}
            back={toList}
          >
            {(loaded) =>
              views.map((one) => {
                if (!one.keeps) return one === view && <Fragment key={one.key}>{one.content(loaded)}</Fragment>;
                return (
                  opened.has(one.key) && (
                    <Activity key={one.key} mode={one === view ? 'visible' : 'hidden'}>
                      {one.content(loaded)}
                    </Activity>
                  )
                );
              })
            }
          </Loaded>
        </div>
      </div>
    </RecordInSight>
  );
}

/** Two columns from 1088 px up: what happened, and the facts. */
export function RecordColumns({ main, facts }: { main: ReactNode; facts: ReactNode }) {
  return (
    <div className="detail-columns">
      <div className="detail-main">{main}</div>
      <div className="detail-facts">{facts}</div>
    </div>
  );
}
