import { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';

/** Beside the other calls, so that pages without a history do not carry it. */
export const robotHistoryEndpoint = endpoint({
  method: 'POST',
  path: '/coffeeMachineV2/api/history',
  permission: 'robot:view',
  effect: 'read',
  request: HistoryRequest,
  response: HistoryPage,
  summary: 'What staff changed about a robot, newest first, with the values before and after',
});
