import { treePage } from '#system/records/web/tree-page.tsx';
import { menus } from '../contract/menus.ts';
import { menuNodes } from './menu-nodes.ts';

export default treePage(menus, {
  icon: 'menu',
  order: 'sort',
  direction: 'desc',
  columns: { nameZh: 160, image: 72, beverageCount: 112, sort: 112 },
  hasChildren: ({ menuCount }) => menuCount > 0,
  // only an empty one goes, so nothing goes along
  countBelow: async () => 0,
  nodes: menuNodes,
});
