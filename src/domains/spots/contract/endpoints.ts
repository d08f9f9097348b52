import { endpoint } from '#platform/http/contract/endpoint.ts';
import { SpotDetail, SpotListRequest, SpotPage, SpotRequest } from './spot.ts';

/** Calls of the console about service spots (domain 7). */
export const spotEndpoints = {
  list: endpoint({
    method: 'GET',
    alsoMethods: ['POST'],
    path: '/servicespots/sosServiceSpotsInfo/list',
    permission: 'spot:view',
    effect: 'read',
    request: SpotListRequest,
    response: SpotPage,
    summary: 'Service spots that the caller may see',
  }),
  detail: endpoint({
    method: 'GET',
    path: '/servicespots/sosServiceSpotsInfo/getById',
    permission: 'spot:view',
    request: SpotRequest,
    response: SpotDetail,
    summary: 'One service spot with its tax settings, extra amounts and company facts',
  }),
};
