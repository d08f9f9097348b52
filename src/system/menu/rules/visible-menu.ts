import type { GrantedAction, KnownAction, MenuNode } from '#platform/viewer/contract/permission.ts';

/** Kinds of catalogue rows (system-api.md 4.1): first-level menu, submenu, button. */
export const PermissionKind = { firstLevel: 0, submenu: 1, button: 2 } as const;
export type PermissionKind = (typeof PermissionKind)[keyof typeof PermissionKind];

/** A row of the permission catalogue, its title in the caller's language, its path already that of the route. */
export interface CatalogueRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: PermissionKind;
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly component: string;
  readonly redirect: string | null;
  readonly icon: string | null;
  readonly action: string | null;
  readonly actionType: number;
  readonly status: number;
  readonly sort: number;
  readonly buildsRoute: boolean;
  readonly hidden: boolean;
  readonly alwaysShow: boolean;
  readonly keepAlive: boolean;
  readonly internalOrExternal: boolean;
  readonly externalUrl: string | null;
  /** Both titles and the pinyin initials, for the search box. */
  readonly searchWords?: string;
}

export interface MenuViewer {
  /** Ids of granted catalogue rows; `all` for root. */
  readonly granted: ReadonlySet<string> | 'all';
  /** The stored work number equals the configured admin code. It decides what is shown, never what is allowed. */
  readonly hasAdminCode: boolean;
}

/** What the older client builds the route of a group with; it has no page and holds its children (system-api.md 5.3, 6.1). */
const GROUP_COMPONENT = 'layouts/RouteView';

const PERMISSION_PAGE = '/isystem/permission';

const isGranted = (viewer: MenuViewer, row: CatalogueRow): boolean =>
  viewer.granted === 'all' || viewer.granted.has(row.id);

/**
 * The menu tree of a user (platform.md 2, system-api.md 4.1): granted entries with their ancestors, by `sort`. A first-level
 * entry without page of its own shows only while it has a visible child; the permission page shows to the admin code only.
 */
export function visibleMenu(rows: readonly CatalogueRow[], viewer: MenuViewer): MenuNode[] {
  const entries = rows
    .filter((row) => row.kind !== PermissionKind.button && row.status === 1)
    .filter((row) => row.path !== PERMISSION_PAGE || viewer.hasAdminCode)
    .toSorted((a, b) => a.sort - b.sort || (a.name < b.name ? -1 : 1));
  const childrenOf = Map.groupBy(entries, (row) => row.parentId);

  const nodesUnder = (parentId: string | null): MenuNode[] =>
    (childrenOf.get(parentId) ?? []).flatMap((row) => {
      const children = nodesUnder(row.id);
      const shown = children.length > 0 || (isGranted(viewer, row) && row.component !== '');
      return shown ? [menuNode(row, children)] : [];
    });
  return nodesUnder(null);
}

function menuNode(row: CatalogueRow, children: MenuNode[]): MenuNode {
  return {
    id: row.id,
    path: row.path,
    name: row.name,
    component: row.component || GROUP_COMPONENT,
    ...(row.parentId === null ? { redirect: row.redirect } : {}),
    route: row.buildsRoute ? '1' : '0',
    ...(row.hidden ? { hidden: true } : {}),
    ...(row.alwaysShow ? { alwaysShow: true } : {}),
    ...(children.length > 0 ? { children } : {}),
    meta: {
      title: row.title,
      ...(row.icon === null ? {} : { icon: row.icon }),
      keepAlive: row.keepAlive,
      internalOrExternal: row.internalOrExternal,
      componentName: row.name,
      ...(row.searchWords === undefined ? {} : { searchWords: row.searchWords }),
      ...(row.externalUrl === null ? {} : { url: row.externalUrl }),
    },
  };
}

/** `auth`: the buttons granted to the user and in force. */
export function grantedActions(rows: readonly CatalogueRow[], viewer: Pick<MenuViewer, 'granted'>): GrantedAction[] {
  return rows.flatMap((row) =>
    row.kind === PermissionKind.button &&
    row.action !== null &&
    row.status === 1 &&
    isGranted({ ...viewer, hasAdminCode: false }, row)
      ? [{ action: row.action, type: String(row.actionType), describe: row.title }]
      : [],
  );
}

/** `allAuth`: every button there is; status `0` switches its check in the client off (system-api.md 4.2). */
export function knownActions(rows: readonly CatalogueRow[]): KnownAction[] {
  return rows.flatMap((row) =>
    row.kind === PermissionKind.button && row.action !== null
      ? [{ action: row.action, type: String(row.actionType), describe: row.title, status: String(row.status) }]
      : [],
  );
}
