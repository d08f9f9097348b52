import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PermissionNode, PermissionTree } from '#system/menu/contract/permission-entry.ts';
import { nodeTree, OLDER_HOME_ENTRY } from '#system/menu/server/index.ts';
import { mayGive } from '../rules/giving.ts';
import { type GrantHolder, getHeld } from './grant-store.ts';
import { readCatalogue } from './save-grants.ts';

/**
 * All rights that a role can hold; those beyond the reader's own cannot be chosen. The second address of the overview is
 * everybody's and stands beside its twin otherwise.
 */
export async function grantTree(context: RequestContext): Promise<PermissionTree> {
  const rows = [...(await context.read(readCatalogue)).values()].filter(
    (row) => !row.root_only && row.name !== OLDER_HOME_ENTRY,
  );
  return {
    treeList: nodeTree(rows, context.language, (row) => mayGive(context.actor, row)),
    ids: rows.map(({ id }) => id),
  };
}

/** The part of it that a department may give, with the way to each right. */
export async function departmentTree(context: RequestContext, departId: string): Promise<PermissionTree> {
  const { treeList } = await grantTree(context);
  const held = await context.read((db) => getHeld(db, { kind: 'department', id: departId }));
  const kept = (nodes: readonly PermissionNode[]): PermissionNode[] =>
    nodes.flatMap((node) => {
      const children = kept(node.children);
      const isIn = held.has(node.key);
      if (!isIn && children.length === 0) return [];
      return [{ ...node, children, isLeaf: children.length === 0, disableCheckbox: node.disableCheckbox || !isIn }];
    });
  return { treeList: kept(treeList), ids: [...held.keys()] };
}

export const heldIds = (context: RequestContext, holder: GrantHolder): Promise<string[]> =>
  context.read(async (db) => [...(await getHeld(db, holder)).keys()]);
