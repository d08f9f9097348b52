import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { POINTS_AT_NOTHING } from '#platform/records/contract/record-endpoints.ts';
import { eachOnce } from './each-once.ts';
import type { Row } from './record-value.tsx';

/** How siblings follow each other. */
export interface TreeOrder {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

const AT_ONCE = 200;
/** Of a search: who wants more types more. */
export const MOST_FOUND = 50;

/** What stands on the wire in place of a parent. */
export const rootOf = ({ fields, parentField = '' }: RecordKind): string =>
  fields[parentField]?.none ?? POINTS_AT_NOTHING;

/** The records right below one, in their order. */
export const levelQuery = (kind: RecordKind, id: string, order: TreeOrder) =>
  queryOptions({
    queryKey: [kind.namespace, 'level', id],
    queryFn: async ({ signal }) => {
      const rows: Row[] = [];
      for (let pageNo = 1; ; pageNo += 1) {
        const below = { [kind.parentField ?? '']: id };
        const asked = { ...below, column: order.by, order: order.direction, pageNo, pageSize: AT_ONCE } as const;
        const page = await call(kind.endpoints.page, asked, { signal, notices: 'none' });
        rows.push(...(page.records as unknown as Row[]));
        if (pageNo >= page.pages) return rows;
      }
    },
  });

/** By the record above them, the levels below the root and below each record that is open. */
export function useTreeLevels(kind: RecordKind, open: ReadonlySet<string>, order: TreeOrder) {
  const ids = [rootOf(kind), ...open];
  return useQueries({
    queries: ids.map((id) => levelQuery(kind, id, order)),
    combine: (queries) => ({
      root: queries[0],
      levels: eachOnce(
        queries.flatMap(({ data: rows, dataUpdatedAt: readAt }, at) =>
          rows ? [{ parent: ids[at] ?? '', rows, readAt }] : [],
        ),
      ),
    }),
  });
}

/** Records of all levels that a search finds. */
export function useTreeSearch(kind: RecordKind, words: string, order: TreeOrder) {
  return useQuery({
    queryKey: [kind.namespace, 'sought', words],
    enabled: words !== '',
    queryFn: async ({ signal }) => {
      const asked = { keyword: words, column: order.by, order: order.direction, pageSize: MOST_FOUND } as const;
      const { records, total } = await call(kind.endpoints.page, asked, { signal, notices: 'none' });
      return { rows: records as unknown as Row[], total };
    },
  });
}

/** How many there are in all. */
export function useTreeCount(kind: RecordKind): number | undefined {
  const { data } = useQuery({
    queryKey: [kind.namespace, 'count'],
    queryFn: ({ signal }) => call(kind.endpoints.page, { pageSize: 1 }, { signal, notices: 'none' }),
  });
  return data?.total;
}
