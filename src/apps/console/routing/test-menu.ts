import type { MenuNode } from '#platform/viewer/contract/permission.ts';

type Overrides = Partial<Omit<MenuNode, 'meta'>> & { meta?: Partial<MenuNode['meta']> };

/** A page of the menu, named by its path. */
export function aNode(path: string, { meta, ...overrides }: Overrides = {}): MenuNode {
  const name = path.slice(1).replaceAll('/', '-');
  return {
    id: name,
    path,
    name,
    component: name,
    route: '1',
    meta: { title: `Title of ${name}`, keepAlive: true, internalOrExternal: false, componentName: name, ...meta },
    ...overrides,
  };
}

export const aGroup = (path: string, children: MenuNode[], overrides: Overrides = {}): MenuNode =>
  aNode(path, { component: '', children, ...overrides });

export const AROUND = { protocol: 'https:', frameOrigins: ['https://maps.example'] };
