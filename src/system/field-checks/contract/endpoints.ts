import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done } from '#platform/http/contract/fields.ts';
import { DuplicateCheckRequest, RuleCheckRequest } from './field-checks.ts';

/** Checks of a form's field while it is filled in; saving checks again. */
export const fieldCheckEndpoints = {
  duplicate: endpoint({
    method: 'GET',
    path: '/sys/duplicate/check',
    scope: 'identity',
    permission: null,
    request: DuplicateCheckRequest,
    response: Done,
    summary: 'Is a value still free; each field asks for the permission to write it',
  }),
  rule: endpoint({
    method: 'GET',
    path: '/sys/checkRule/checkByCode',
    scope: 'identity',
    permission: null,
    request: RuleCheckRequest,
    response: Done,
    summary: 'Does a value satisfy the check rule of this code',
  }),
};
