import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { askAgain } from '#platform/live/web/ask-again.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { departments } from '../contract/departments.ts';
import { type DepartmentNode, departmentEndpoints } from '../contract/endpoints.ts';

/** Everything that is known of departments is asked for again together. */
const ALL = [departments.namespace] as const;
/** As the pickers ask for it. */
const TREE = [...ALL, 'tree'] as const;

export const toTree = (nodes: readonly DepartmentNode[]): TreeNode[] =>
  nodes.map(({ key, title, children }) => ({ key, label: title, children: children && toTree(children) }));

/** The department with this id, wherever it lies. */
export function nodeOf(nodes: readonly DepartmentNode[], id: string): DepartmentNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : nodeOf(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** How many departments lie below one. */
export const countBelow = ({ children }: DepartmentNode): number =>
  (children ?? []).reduce((sum, child) => sum + 1 + countBelow(child), 0);

/** The tree of the tenant, or what the reader manages. */
export function useTree(whose: 'all' | 'mine') {
  return useQuery({
    queryKey: whose === 'all' ? TREE : [...ALL, 'mine'],
    queryFn: async ({ signal }) =>
      whose === 'all'
        ? call(departmentEndpoints.tree, {}, { signal, notices: 'none' })
        : ((await call(departmentEndpoints.mine, {}, { signal, notices: 'none' })) ?? []),
  });
}

export function useRefresh() {
  const queryClient = useQueryClient();
  useLiveRefresh({
    concerns: (message) => message.kind === departments.name,
    refresh: () => askAgain(queryClient, [...ALL]),
  });
  return () => queryClient.invalidateQueries({ queryKey: ALL });
}

/** Which department is shown, by which view, and what is sought stands in the address. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const set = (values: Readonly<Record<string, string | undefined>>, replace: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace },
    );
  const words = params.get('search') ?? '';
  return {
    // the palette and links of lists say `panel`
    id: params.get('id') ?? params.get('panel') ?? undefined,
    view: params.get('tab') ?? 'facts',
    words,
    show: (id: string | undefined) => set({ id, panel: undefined }, false),
    turnTo: (tab: string) => set({ tab: tab === 'facts' ? undefined : tab }, true),
    seek: (next: string) => set({ search: next }, words !== ''),
  };
}
