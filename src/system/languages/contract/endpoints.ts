import { endpoint } from '#platform/http/contract/endpoint.ts';
import { languageCalls } from './calls.ts';
import { LanguagesAnswer, LanguagesRequest, PagePacksAnswer, PagePacksRequest } from './language.ts';

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
};
