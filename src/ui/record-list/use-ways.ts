import { useEffect } from 'react';
import { create } from 'zustand';
import { currentTenantId } from '#platform/http/web/credentials.ts';
import { readSession, writeSession } from '#platform/storage/web/session-stored.ts';
import { type Neighbours, neighboursOf, readWays, rememberWay, type Way } from './ways.ts';

const storageKey = (): string => `ways:${currentTenantId()}`;

const useWays = create<{ ways: readonly Way[] | undefined }>(() => ({ ways: undefined }));
const known = (ways: readonly Way[] | undefined): readonly Way[] => ways ?? readWays(readSession(storageKey()));

/** Called by a list whenever it shows other rows; kept over a reload. */
export function useRememberedWay(listId: string, paths: readonly string[] | undefined): void {
  useEffect(() => {
    if (!paths || paths.length === 0) return;
    const before = known(useWays.getState().ways);
    const ways = rememberWay(before, { listId, paths });
    if (ways === before) return;
    useWays.setState({ ways });
    writeSession(storageKey(), ways);
  }, [listId, paths]);
}

export function useNeighbours(path: string): Neighbours {
  const { ways } = useWays();
  return neighboursOf(known(ways), path);
}
