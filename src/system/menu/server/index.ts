import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { menuEndpoints, menuProblems } from '../contract/endpoints.ts';
import * as edit from './edit-entries.ts';
import * as rules from './entry-rules.ts';
import * as read from './read-entries.ts';
import { actionField } from './unique-fields.ts';

export { findCatalogue, findGrantedIds } from './catalogue-store.ts';
export { type DeclaredCatalogue, declaredCatalogue } from './declared-catalogue.ts';
export { type EntryRow, findEntries, nodeTree, titleOf } from './entry-rows.ts';
export { rulesOf } from './entry-rules.ts';
export { ENTRIES_OF_EVERYBODY, HOME_ENTRY, MENU_ENTRIES, type MenuEntry, OLDER_HOME_ENTRY } from './menu-entries.ts';
export { recordCatalogue } from './record-catalogue.ts';

/** What the menu shows and which rights there are; `slices` say which lists data rules can narrow. */
export function menuSlice(slices: readonly ServerSlice[]): ServerSlice {
  const lists = rules.ruledLists(slices);
  const listed = (ids: string): string[] => ids.split(',').filter((id) => id !== '');
  return {
    name: 'menu',
    about: 'What the menu shows and which actions there are: declared by the slices, edited by the installation.',
    problems: menuProblems,
    uniqueFields: [actionField],
    rootOnly: ['permission:view', 'permission:add', 'permission:edit', 'permission:delete'],
    menu: [
      {
        page: 'menu/permissions',
        under: 'isystem',
        path: '/isystem/permission',
        title: { namespace: 'menu', key: 'title' },
        needs: 'permission:view',
        icon: 'menu',
        sort: 97,
      },
    ],
    routes: [
      route(menuEndpoints.list, read.listEntries),
      route(menuEndpoints.firstLevel, read.firstLevel),
      route(menuEndpoints.below, (context, { parentId }) => read.entriesBelow(context, parentId)),
      route(menuEndpoints.belowMany, (context, { parentIds }) => read.entriesBelowMany(context, parentIds)),
      route(menuEndpoints.tree, read.entryChoices),
      route(menuEndpoints.level, (context, { pid }) => read.choicesBelow(context, pid)),
      route(menuEndpoints.add, edit.addEntry),
      route(menuEndpoints.edit, edit.editEntry),
      route(menuEndpoints.sort, edit.sortEntries),
      route(menuEndpoints.reset, edit.resetEntry),
      route(menuEndpoints.remove, (context, { id }) => edit.removeEntries(context, [id])),
      route(menuEndpoints.removeMany, (context, { ids }) => edit.removeEntries(context, listed(ids))),
      route(menuEndpoints.rules, rules.findRules),
      route(menuEndpoints.findRules, rules.findRules),
      route(menuEndpoints.ruleFields, (context, { permissionId }) => rules.ruleFieldsOf(context, lists, permissionId)),
      route(menuEndpoints.addRule, (context, request) => rules.addRule(context, lists, request)),
      route(menuEndpoints.editRule, (context, request) => rules.editRule(context, lists, request)),
      route(menuEndpoints.removeRule, rules.removeRule),
    ],
  };
}
