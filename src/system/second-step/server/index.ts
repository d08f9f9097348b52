import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { secondStepEndpoints } from '../contract/endpoints.ts';
import { secondStepProblems } from '../contract/problems.ts';
import { beginStep, confirmStep, endStep, readOwnStep, renewCodes } from './own-step.ts';

export { dropSecondStep, endSecondStep } from './end-step.ts';
export { requireSecondStep, withSecondStep } from './require-step.ts';

export const secondStep: ServerSlice = {
  name: 'second-step',
  about: 'The code of an authenticator app as the second step of a login.',
  problems: secondStepProblems,
  routes: [
    route(secondStepEndpoints.own, readOwnStep),
    route(secondStepEndpoints.begin, beginStep),
    route(secondStepEndpoints.confirm, confirmStep),
    route(secondStepEndpoints.renewCodes, renewCodes),
    route(secondStepEndpoints.end, endStep),
  ],
};
