import { endpoint } from '#platform/http/contract/endpoint.ts';
import { LanguagesAnswer, LanguagesRequest, PagePacksAnswer, PagePacksRequest } from './language.ts';

const OPEN = {
  auth: 'open',
  openBecause: 'the login page speaks these languages before anybody is in',
  effect: 'read',
} as const;

/** Read calls of platform.md 7; both are fixed to the platform tenant whatever the header says. */
export const languageEndpoints = {
  list: endpoint({
    ...OPEN,
    method: 'POST',
    alsoMethods: ['GET'],
    path: '/language/api/list',
    request: LanguagesRequest,
    response: LanguagesAnswer,
    summary: 'Languages that the console offers',
  }),
  pages: endpoint({
    ...OPEN,
    method: 'POST',
    alsoMethods: ['GET'],
    path: '/LanguageBackendPageConfig/api/page',
    request: PagePacksRequest,
    response: PagePacksAnswer,
    summary: 'Texts that replace the built-in ones of a language, page by page',
  }),
};
