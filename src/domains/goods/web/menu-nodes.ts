import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import type { TreeNode } from '#ui/tree/visible-nodes.ts';
import { type Menu, menus } from '../contract/menus.ts';

const AT_ONCE = 200;

/** The whole tree of menus, to choose one in. */
export async function menuNodes(signal: AbortSignal): Promise<TreeNode[]> {
  const all: Menu[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await call(menus.endpoints.page, { pageNo, pageSize: AT_ONCE }, { signal, notices: 'none' });
    all.push(...page.records);
    if (pageNo >= page.pages) break;
  }
  const below = Map.groupBy(all, ({ parentId }) => parentId);
  const nodesOf = (parent: string | null): TreeNode[] =>
    (below.get(parent) ?? []).map((menu) => ({
      key: menu.id,
      label: readersName(menu),
      ...(below.has(menu.id) ? { children: nodesOf(menu.id) } : {}),
    }));
  return nodesOf(null);
}
