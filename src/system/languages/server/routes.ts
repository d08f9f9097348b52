import { route } from '#platform/http/server/route.ts';
import { PLATFORM_TENANT } from '#platform/ids/rules/platform-tenant.ts';
import { languageEndpoints } from '../contract/endpoints.ts';
import { addLanguage, editLanguage, listProgress, removeLanguage } from './edit-languages.ts';
import { exportPacks, importPacks, listPages, readPage, savePack } from './edit-packs.ts';
import { findLanguages, findPagePacks } from './language-store.ts';

export const languageRoutes = [
  route(languageEndpoints.list, ({ services }, request) =>
    services.database.read(PLATFORM_TENANT, (db) => findLanguages(db, request)),
  ),
  route(languageEndpoints.pages, ({ services }, request) =>
    services.database.read(PLATFORM_TENANT, (db) => findPagePacks(db, request)),
  ),
  route(languageEndpoints.packs, ({ services }, request) =>
    services.database.read(PLATFORM_TENANT, (db) => findPagePacks(db, request)),
  ),
  route(languageEndpoints.progress, listProgress),
  route(languageEndpoints.add, addLanguage),
  route(languageEndpoints.edit, editLanguage),
  route(languageEndpoints.remove, removeLanguage),
  route(languageEndpoints.pageList, listPages),
  route(languageEndpoints.pageTexts, readPage),
  route(languageEndpoints.savePack, savePack),
  route(languageEndpoints.exportPacks, exportPacks),
  route(languageEndpoints.importPacks, importPacks),
];
