import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done } from '#platform/http/contract/fields.ts';
import { alterationCalls } from './alteration-calls.ts';
import { passwordCalls } from './calls.ts';
import {
  AlterationTicket,
  AlterPasswordRequest,
  BeginAlterationRequest,
  ChangePasswordRequest,
  StepUpRequest,
  VerifyAlterationAnswer,
  VerifyAlterationRequest,
} from './passwords.ts';

const SMALL = 4_096;

/** What becomes of passwords. No password and no code stands in an address. */
export const passwordEndpoints = {
  beginAlteration: endpoint({
    ...alterationCalls.beginAlteration,
    openBecause: 'the password is forgotten; needs a captcha and reveals nothing about accounts',
    bodyLimit: SMALL,
    request: BeginAlterationRequest,
    response: AlterationTicket,
    summary: 'Forgotten password, step 1: send a code to whom the account belongs',
  }),
  repeatAlterationCode: endpoint({
    ...alterationCalls.repeatAlterationCode,
    openBecause: 'part of a forgotten password',
    bodyLimit: SMALL,
    request: AlterationTicket,
    response: Done,
    summary: 'Forgotten password: send the code again',
  }),
  verifyAlteration: endpoint({
    ...alterationCalls.verifyAlteration,
    openBecause: 'part of a forgotten password',
    bodyLimit: SMALL,
    request: VerifyAlterationRequest,
    response: VerifyAlterationAnswer,
    summary: 'Forgotten password, step 2: the code',
  }),
  alterPassword: endpoint({
    ...alterationCalls.alterPassword,
    openBecause: 'part of a forgotten password; the ticket is the proof',
    bodyLimit: SMALL,
    request: AlterPasswordRequest,
    response: Done,
    summary: 'Forgotten password, step 3: the new password',
  }),
  changePassword: endpoint({
    method: 'POST',
    alsoMethods: ['PUT'],
    path: '/sys/user/updatePassword',
    scope: 'identity',
    permission: null,
    bodyLimit: SMALL,
    request: ChangePasswordRequest,
    response: Done,
    summary: "Change one's own password; all other sessions end",
  }),
  stepUp: endpoint({
    ...passwordCalls.stepUp,
    bodyLimit: SMALL,
    request: StepUpRequest,
    response: Done,
    summary: 'Give the password again; what asked for it is allowed for five minutes',
  }),
};
