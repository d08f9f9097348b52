import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { positionEndpoints } from '../contract/position.ts';
import { findPositions } from './find-positions.ts';

import { positionCodeField, positionDictionary } from './position-dictionary.ts';

export const positions: ServerSlice = {
  name: 'positions',
  about: 'What people are in a tenant, each position with its rank.',
  routes: [route(positionEndpoints.list, findPositions)],
  tableDictionaries: [positionDictionary],
  uniqueFields: [positionCodeField],
};
