import { call } from '#platform/http/web/call.ts';
import { treePage } from '#system/records/web/tree-page.tsx';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { categories } from '../contract/categories.ts';
import { type CategoryNode, categoryEndpoints } from '../contract/endpoints.ts';

/** All codes that begin with that of the category, without its own. */
async function countBelow({ code }: { readonly code: string }): Promise<number> {
  const { total } = await call(categories.endpoints.page, { code: `${code}*`, pageSize: 1 });
  return total - 1;
}

const toTree = (nodes: readonly CategoryNode[]): TreeNode[] =>
  nodes.map(({ key, title, children }) => ({ key, label: title, children: children && toTree(children) }));

export default treePage(categories, {
  icon: 'folder',
  order: 'code',
  columns: { code: 160 },
  hasChildren: ({ hasChild }) => hasChild === '1',
  countBelow,
  nodes: async (signal) => toTree(await call(categoryEndpoints.treeRoot, { async: false }, { signal })),
});
