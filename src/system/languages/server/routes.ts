import { route } from '#platform/http/server/route.ts';
import { languageEndpoints } from '../contract/endpoints.ts';
import { PLATFORM_TENANT } from '../contract/language.ts';
import { findLanguages, findPagePacks } from './language-store.ts';

export const languageRoutes = [
  route(languageEndpoints.list, ({ services }, request) =>
    services.database.read(PLATFORM_TENANT, (db) => findLanguages(db, request)),
  ),
  route(languageEndpoints.pages, ({ services }, request) =>
    services.database.read(PLATFORM_TENANT, (db) => findPagePacks(db, request)),
  ),
];
