import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../error-state/error-state.tsx';
import { Skeleton, useSkeletonTime } from '../skeleton/skeleton.tsx';
import { Halted } from './halted.tsx';
import { SlowNotice } from './slow-notice.tsx';
import { StaleNotice } from './stale-notice.tsx';
import './loaded.css';

/** What is needed of a query, be it of one answer or of pages. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  refetch(): unknown;
}

export interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** Cancels the first loading, offered after 10 s. */
  queryKey?: readonly unknown[];
  /** The layout to come, in grey. */
  skeleton?: ReactNode;
  /** Names the part, where the rest of the page works without it. */
  failedTitle?: string;
  /** Shown for a record that is not there: the way back to the list. */
  back?: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * A part of a page that one answer fills. Without any answer: skeleton, "still working", or why it failed. With one it stays
 * whatever comes later; a failed refresh says how old it is.
 */
export function Loaded<Data>({ query, queryKey, skeleton, failedTitle, back, children }: LoadedProps<Data>) {
  const { data, error, isFetching, dataUpdatedAt } = query;
  const queryClient = useQueryClient();
  const isWaiting = useSkeletonTime(data === undefined && isFetching);
  const retry = () => void query.refetch();
  if (data !== undefined) {
    return (
      <>
        {error && <StaleNotice error={error} updatedAt={dataUpdatedAt} onRetry={retry} />}
        {children(data)}
      </>
    );
  }
  if (error && !isFetching) return <ErrorState error={error} onRetry={retry} title={failedTitle} back={back} />;
  if (!isFetching) return <Halted onRetry={retry} />;
  return (
    <div className="loaded-waiting" aria-busy="true">
      {/* Its room is kept from the start, so that nothing below moves when it or the answer comes. */}
      <div className={isWaiting ? 'loaded-skeleton' : 'loaded-skeleton loaded-unseen'}>
        {skeleton ?? <Skeleton height={240} />}
      </div>
      {queryKey && <SlowNotice onCancel={() => void queryClient.cancelQueries({ queryKey })} />}
    </div>
  );
}
