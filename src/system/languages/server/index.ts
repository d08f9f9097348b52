import type { ServerSlice } from '#platform/http/server/slice.ts';
import { languageRoutes } from './routes.ts';

export const languages: ServerSlice = { name: 'languages', routes: languageRoutes };
