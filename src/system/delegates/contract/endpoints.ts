import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Text } from '#platform/http/contract/fields.ts';
import { delegates } from './delegates.ts';

export const delegateProblems = {
  'delegate.none': 409,
  'delegate.not-a-member': 422,
  'delegate.himself': 422,
  'delegate.ends-before-it-begins': 422,
  'delegate.of-others': 403,
} as const;

export const delegateEndpoints = {
  ofPerson: endpoint({
    method: 'GET',
    path: '/sys/sysUserAgent/queryByUserName',
    permission: delegates.permission('view'),
    request: z.strictObject({ userName: Text(100, 1) }),
    response: delegates.endpoints.one.response,
    summary: 'The newest delegation of a person; of others for those alone who may edit people',
  }),
};
