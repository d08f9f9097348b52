import { spotEndpoints } from '#domains/spots/contract/endpoints.ts';
import { route } from '#platform/http/server/route.ts';
import { getSpot, listSpots } from './list-spots.ts';

export const spotRoutes = [route(spotEndpoints.list, listSpots), route(spotEndpoints.detail, getSpot)];
