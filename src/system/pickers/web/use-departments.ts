import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#platform/http/web/call.ts';
import { type DepartmentNode, departmentEndpoints } from '#system/departments/contract/endpoints.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';

/** What of a department is stored. */
export type DepartmentKey = 'id' | 'orgCode';

const toTree = (nodes: readonly DepartmentNode[], key: DepartmentKey): TreeNode[] =>
  nodes.map((node) => ({ key: node[key], label: node.title, children: node.children && toTree(node.children, key) }));

const flat = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

/** The tree of the tenant, and the names of its departments; empty without the permission. */
export function useDepartments(key: DepartmentKey) {
  const isAllowed = useCan(departmentEndpoints.tree);
  const { data } = useQuery({
    queryKey: ['departments', 'tree'],
    enabled: isAllowed,
    staleTime: 300_000,
    queryFn: ({ signal }) => call(departmentEndpoints.tree, {}, { signal }),
  });
  return useMemo(() => {
    const tree = toTree(data ?? [], key);
    return { isAllowed, tree, nameOf: new Map(flat(tree).map((node) => [node.key, node.label])) };
  }, [data, key, isAllowed]);
}
