import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { zoneOfTenant } from '#platform/super-query/server/read-super-query.ts';
import type { PermissionEntry, PermissionNode, PermissionTree } from '../contract/permission-entry.ts';
import { byParent, type EntryRow, type EntryWords, entryTree, findEntries, nodeTree, toEntry } from './entry-rows.ts';

/** The catalogue is the installation's: whoever holds a right for it by a mistake is refused all the same (security 2.4). */
export function mustBeRoot(context: RequestContext, permission: string): void {
  if (!context.actor.isRoot) raise('request.forbidden', { permission });
}

export async function wordsOf(context: RequestContext): Promise<EntryWords> {
  return { language: context.language, timeZone: await context.read(zoneOfTenant) };
}

async function read(context: RequestContext): Promise<{ rows: EntryRow[]; words: EntryWords }> {
  mustBeRoot(context, 'permission:view');
  return { rows: await context.identity(findEntries), words: await wordsOf(context) };
}

export async function listEntries(context: RequestContext): Promise<PermissionEntry[]> {
  const { rows, words } = await read(context);
  return entryTree(rows, words);
}

export async function firstLevel(context: RequestContext): Promise<PermissionEntry[]> {
  const { rows, words } = await read(context);
  const below = byParent(rows);
  return rows.filter(({ kind }) => kind === 0).map((row) => toEntry(row, words, !below.has(row.id)));
}

export async function entriesBelow(context: RequestContext, parentId: string): Promise<PermissionEntry[]> {
  const { rows, words } = await read(context);
  if (!rows.some(({ id }) => id === parentId)) raise('permission.not-found');
  return entriesOf(byParent(rows), words, parentId);
}

function entriesOf(children: ReturnType<typeof byParent>, words: EntryWords, parentId: string): PermissionEntry[] {
  return (children.get(parentId) ?? []).map((row) => toEntry(row, words, !children.has(row.id)));
}

/** By the ids that were asked for; one that is unknown, or a leaf, has nothing below it. */
export async function entriesBelowMany(
  context: RequestContext,
  parentIds: string,
): Promise<Record<string, PermissionEntry[]>> {
  const { rows, words } = await read(context);
  const asked = parentIds.split(',').filter((id) => id !== '');
  const children = byParent(rows);
  return Object.fromEntries(asked.map((id) => [id, entriesOf(children, words, id)]));
}

export async function entryChoices(context: RequestContext): Promise<PermissionTree> {
  const { rows } = await read(context);
  return {
    treeList: nodeTree(rows, context.language, ({ root_only }) => !root_only),
    ids: rows.map(({ id }) => id),
  };
}

export async function choicesBelow(context: RequestContext, pid: string | undefined): Promise<PermissionNode[]> {
  const { treeList } = await entryChoices(context);
  const found = pid === undefined ? treeList : (nodeOf(treeList, pid)?.children ?? []);
  return found.map((node) => ({ ...node, children: [] }));
}

function nodeOf(nodes: readonly PermissionNode[], key: string): PermissionNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeOf(node.children, key);
    if (found) return found;
  }
  return undefined;
}
