import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done } from '#platform/http/contract/fields.ts';
import { verificationCalls } from './calls.ts';
import { CaptchaImage, CaptchaKey, CheckCaptchaRequest, SendCodeRequest } from './verification.ts';

/** No code stands in an address. */
export const verificationEndpoints = {
  captcha: endpoint({
    ...verificationCalls.captcha,
    openBecause: 'shown before anybody is logged in',
    request: z.strictObject({ key: CaptchaKey }),
    response: CaptchaImage,
    summary: 'A picture with four characters, for one use within two minutes',
  }),
  checkCaptcha: endpoint({
    ...verificationCalls.checkCaptcha,
    openBecause: 'a captcha is shown before anybody is logged in; a wrong answer uses it up',
    bodyLimit: 4_096,
    request: CheckCaptchaRequest,
    response: Done,
    summary: 'Whether these are the characters of the picture; the call that wants them uses it up',
  }),
  sendCode: endpoint({
    ...verificationCalls.sendCode,
    openBecause: 'a code is part of logging in; throttled by receiver, address and tenant',
    bodyLimit: 4_096,
    request: SendCodeRequest,
    response: Done,
    summary: 'Send a code to a phone, for a login (0) or a registration (1)',
  }),
};
