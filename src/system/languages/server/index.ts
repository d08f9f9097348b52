import type { ServerSlice } from '#platform/http/server/slice.ts';
import { completeness } from './completeness.ts';
import { languageRoutes } from './routes.ts';

export const languages: ServerSlice = {
  name: 'languages',
  about: 'Languages of the console, and texts that replace the built-in ones.',
  routes: languageRoutes,
  scheduledWork: [completeness],
};
