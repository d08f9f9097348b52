import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { loadSearchers } from './searchers.ts';

const SERVER_AFTER_MS = 200;
const SHORTEST_SEARCH = 2;
const NONE = { rows: [], lists: [] };

/** Records of the server, 200 ms after the last letter; a kind that fails leaves the others. */
export function useFoundRecords(text: string) {
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
        searchers.map(async ({ find, kind, icon, title: groupTitle }) =>
          (await find(sought, signal)).map((row) => ({ ...row, kind, icon, groupTitle })),
        ),
      );
      return {
        rows: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
        // the lists that show all which the words find
        lists: searchers.flatMap(({ kind, icon, all }) => (all ? [{ kind, icon, to: all(sought) }] : [])),
      };
    },
  });
  return { ...(isWanted && data ? data : NONE), sought, isSearching: isWanted && isFetching };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SERVER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
