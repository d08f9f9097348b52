import { useRef, useState } from 'react';

export type Fetched<Row> = 'loading' | 'failed' | readonly Row[];

/** Rows that are fetched when the one above them is opened, each only once; a failure is cleared by asking again. */
export function useLazyChildren<Row>(load: ((row: Row) => Promise<readonly Row[]>) | undefined) {
  const [fetched, setFetched] = useState<ReadonlyMap<string, Fetched<Row>>>(new Map());
  const running = useRef(new Set<string>());
  const put = (id: string, what: Fetched<Row>) => setFetched((now) => new Map(now).set(id, what));
  const fetchBelow = async (id: string, row: Row): Promise<void> => {
    if (!load || running.current.has(id) || Array.isArray(fetched.get(id))) return;
    running.current.add(id);
    put(id, 'loading');
    try {
      put(id, await load(row));
    } catch {
      put(id, 'failed');
    } finally {
      running.current.delete(id);
    }
  };
  return { fetched, fetchBelow };
}
