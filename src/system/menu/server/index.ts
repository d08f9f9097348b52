import type { ServerSlice } from '#platform/http/server/slice.ts';
import { actionField } from './unique-fields.ts';

export { findCatalogue, findGrantedIds } from './catalogue-store.ts';
export { type DeclaredCatalogue, declaredCatalogue } from './declared-catalogue.ts';
export { ENTRIES_OF_EVERYBODY, HOME_ENTRY, MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';
export { recordCatalogue } from './record-catalogue.ts';

export const menu: ServerSlice = {
  name: 'menu',
  about: 'What the menu shows and which actions there are: declared by the slices, edited by the installation.',
  uniqueFields: [actionField],
};
