import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { savedViewEndpoints } from '../contract/endpoints.ts';
import { savedViewProblems } from '../contract/problems.ts';
import { keepLayout, setDefaultView } from './change-preference.ts';
import { addView, editView, removeView, shareView } from './change-views.ts';
import { readViews } from './read-views.ts';
import { listPreferenceUndo, savedViewUndo } from './undo-views.ts';

export const savedViews: ServerSlice = {
  name: 'saved-views',
  about: 'Filters, columns and sorting of a list under a name, private or shared.',
  problems: savedViewProblems,
  reversibles: [savedViewUndo, listPreferenceUndo],
  routes: [
    route(savedViewEndpoints.all, readViews),
    route(savedViewEndpoints.add, addView),
    route(savedViewEndpoints.edit, editView),
    route(savedViewEndpoints.share, shareView),
    route(savedViewEndpoints.remove, removeView),
    route(savedViewEndpoints.keepLayout, keepLayout),
    route(savedViewEndpoints.setDefault, setDefaultView),
  ],
};
