import type { ServerSlice } from '#platform/http/server/slice.ts';
import { accessProblems } from '../contract/problems.ts';
import { tellDenials } from './tell-denials.ts';

export { findCatalogue, findGrantedIds } from './catalogue-store.ts';
export { ENTRIES_OF_EVERYBODY, HOME_ENTRY, MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';
export { recordCatalogue } from './record-catalogue.ts';
export { actionField, roleCodeField, userFields } from './unique-fields.ts';

export const access: ServerSlice = { name: 'access', problems: accessProblems, subscriptions: [tellDenials] };
