import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done } from '#platform/http/contract/fields.ts';
import { sessionCalls } from './calls.ts';
import { LoginAnswer } from './login.ts';
import {
  AlterationTicket,
  AlterPasswordRequest,
  BeginAlterationRequest,
  CaptchaImage,
  CaptchaKey,
  ChangePasswordRequest,
  ForceLogoutRequest,
  PhoneLoginRequest,
  RegisterAnswer,
  RegisterRequest,
  SendCodeRequest,
  StepUpRequest,
  VerifyAlterationAnswer,
  VerifyAlterationRequest,
} from './sign-in.ts';
import { signInCalls } from './sign-in-calls.ts';

const SMALL = 4_096;

/** Ways in beside account and password, and what becomes of passwords. No password and no code stands in an address. */
export const signInEndpoints = {
  captcha: endpoint({
    ...signInCalls.captcha,
    openBecause: 'shown before anybody is logged in',
    request: z.strictObject({ key: CaptchaKey }),
    response: CaptchaImage,
    summary: 'A picture with four characters, for one use within two minutes',
  }),
  sendCode: endpoint({
    ...signInCalls.sendCode,
    openBecause: 'a code is part of logging in; throttled by receiver, address and tenant',
    bodyLimit: SMALL,
    request: SendCodeRequest,
    response: Done,
    summary: 'Send a code to a phone, for a login (0) or a registration (1)',
  }),
  phoneLogin: endpoint({
    ...signInCalls.phoneLogin,
    openBecause: 'this is how a session begins',
    bodyLimit: SMALL,
    request: PhoneLoginRequest,
    response: LoginAnswer,
    summary: 'Log in with a code that was sent to the phone',
  }),
  register: endpoint({
    ...signInCalls.register,
    openBecause: 'the caller has no account yet; the account gets no rights by itself',
    bodyLimit: SMALL,
    request: RegisterRequest,
    response: RegisterAnswer,
    summary: 'Make an account for the owner of a phone',
  }),
  beginAlteration: endpoint({
    ...signInCalls.beginAlteration,
    openBecause: 'the password is forgotten; needs a captcha and tells nothing about accounts',
    bodyLimit: SMALL,
    request: BeginAlterationRequest,
    response: AlterationTicket,
    summary: 'Forgotten password, step 1: send a code to whom the account belongs',
  }),
  repeatAlterationCode: endpoint({
    ...signInCalls.repeatAlterationCode,
    openBecause: 'part of a forgotten password',
    bodyLimit: SMALL,
    request: AlterationTicket,
    response: Done,
    summary: 'Forgotten password: send the code again',
  }),
  verifyAlteration: endpoint({
    ...signInCalls.verifyAlteration,
    openBecause: 'part of a forgotten password',
    bodyLimit: SMALL,
    request: VerifyAlterationRequest,
    response: VerifyAlterationAnswer,
    summary: 'Forgotten password, step 2: the code',
  }),
  alterPassword: endpoint({
    ...signInCalls.alterPassword,
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
    ...sessionCalls.stepUp,
    bodyLimit: SMALL,
    request: StepUpRequest,
    response: Done,
    summary: 'Give the password again; what asked for it is allowed for five minutes',
  }),
  forceLogout: endpoint({
    method: 'POST',
    path: '/sys/online/forceLogout',
    permission: 'online:force-logout',
    request: ForceLogoutRequest,
    response: Done,
    summary: 'End the session of a member of this tenant',
  }),
};
