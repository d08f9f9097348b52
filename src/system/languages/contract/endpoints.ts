import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id } from '#platform/http/contract/fields.ts';
import { languageCalls } from './calls.ts';
import {
  AddLanguageRequest,
  EditLanguageRequest,
  Imported,
  LanguageProgress,
  OneLanguage,
  OnePage,
  PackFile,
  PageProgress,
  PageTexts,
  SavePackRequest,
} from './edit.ts';
import { LanguagesAnswer, LanguagesRequest, PagePacksAnswer, PagePacksRequest } from './language.ts';

/** Languages and texts are the installation's: the administrator's alone (settled 124). */
const read = { method: 'GET', scope: 'identity', permission: 'language:view' } as const;
const change = { method: 'POST', scope: 'identity', permission: 'language:edit', effect: 'change' } as const;

const openBecause = 'the login page speaks these languages before anybody is in';

export const languageEndpoints = {
  list: endpoint({
    ...languageCalls.list,
    openBecause,
    request: LanguagesRequest,
    response: LanguagesAnswer,
    summary: 'Languages that the console offers',
  }),
  pages: endpoint({
    ...languageCalls.pages,
    openBecause,
    request: PagePacksRequest,
    response: PagePacksAnswer,
    summary: 'Texts that replace the built-in ones of a language, page by page',
  }),
  packs: endpoint({
    ...languageCalls.pages,
    path: '/language/api/packs',
    openBecause,
    request: PagePacksRequest,
    response: PagePacksAnswer,
    summary: 'The same under the address of the languages',
  }),
  progress: endpoint({
    ...read,
    path: '/language/api/progress',
    request: z.strictObject({}),
    response: z.array(LanguageProgress),
    summary: 'All languages, with how many of the texts there are in each',
  }),
  add: endpoint({
    ...change,
    path: '/language/api/add',
    request: AddLanguageRequest,
    response: LanguageProgress,
    summary: 'Add a language',
  }),
  edit: endpoint({
    ...change,
    path: '/language/api/edit',
    request: EditLanguageRequest,
    response: LanguageProgress,
    summary: 'Change a language; one is always the default',
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: '/language/api/delete',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Remove a language without texts of its own',
  }),
  pageList: endpoint({
    ...read,
    path: '/LanguageBackendPageConfig/api/pages',
    request: OneLanguage,
    response: z.array(PageProgress),
    summary: 'Pages of the console, with what of their texts there is in a language',
  }),
  pageTexts: endpoint({
    ...read,
    path: '/LanguageBackendPageConfig/api/queryByKey',
    request: OnePage,
    response: PageTexts,
    summary: 'The built-in texts of a page beside those of its pack',
  }),
  savePack: endpoint({
    ...change,
    path: '/LanguageBackendPageConfig/api/save',
    request: SavePackRequest,
    response: PageProgress,
    summary: 'Write the texts of a page in one language',
  }),
  exportPacks: endpoint({
    ...read,
    path: '/LanguageBackendPageConfig/api/exportJson',
    request: OneLanguage,
    response: PackFile,
    summary: 'All packs of a language, to be carried to another installation',
  }),
  importPacks: endpoint({
    ...change,
    path: '/LanguageBackendPageConfig/api/importJson',
    bodyLimit: 4_194_304,
    request: PackFile,
    response: Imported,
    summary: 'Write packs of a language, all or none; pages that are not named stay',
  }),
};
