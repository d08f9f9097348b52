import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { filmEndpoints } from '../contract/film.ts';
import { readFilm } from './read-film.ts';

export const orderFilm: ServerSlice = {
  name: 'order-film',
  about: 'Everything that touched one order, gathered from the slices that know of it.',
  documentedWith: 'orders',
  routes: [route(filmEndpoints.film, readFilm)],
};
