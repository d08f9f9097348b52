import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Text } from '#platform/http/contract/fields.ts';
import { UserInfo } from '#platform/viewer/contract/user-info.ts';
import { Phone, TypedCode } from '#system/verification/contract/verification.ts';

/** What the console knows of its user, and what else he sees of himself. */
const OwnProfile = z.strictObject({
  ...UserInfo.shape,
  phone: z.string(),
  email: z.string(),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

/** Without a picture, or with the one of his initials, he has that one (settled 20). */
const EditProfileRequest = z.strictObject({ realname: Text(100, 1), avatar: Text(300) });
export type EditProfileRequest = z.infer<typeof EditProfileRequest>;

const Email = z.email().max(254);
/** Exactly one of both: where the code goes to. */
const AskCodeRequest = z
  .strictObject({ phone: Phone.optional(), email: Email.optional() })
  .refine(({ phone, email }) => (phone === undefined) !== (email === undefined), {
    path: ['phone'],
    message: 'fault.required',
  });
export type AskCodeRequest = z.infer<typeof AskCodeRequest>;

export const UpdateMobileRequest = z.strictObject({ phone: Phone, smscode: TypedCode });
export type UpdateMobileRequest = z.infer<typeof UpdateMobileRequest>;
export const UpdateEmailRequest = z.strictObject({ email: Email, code: TypedCode });
export type UpdateEmailRequest = z.infer<typeof UpdateEmailRequest>;

const own = { permission: null, bodyLimit: 4_096 } as const;

/** One's own account (settled 41); sessions and logins are calls of `session`, ties those of `third-login`. */
export const accountEndpoints = {
  profile: endpoint({
    method: 'GET',
    path: '/sys/account/profile',
    scope: 'identity',
    permission: null,
    request: z.strictObject({}),
    response: OwnProfile,
    summary: "The caller's own profile",
  }),
  edit: endpoint({
    ...own,
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/account/editProfile',
    request: EditProfileRequest,
    response: OwnProfile,
    summary: "Change one's own name and picture",
  }),
  askCode: endpoint({
    ...own,
    method: 'POST',
    path: '/sys/account/askCode',
    scope: 'identity',
    request: AskCodeRequest,
    response: Done,
    summary: 'Send a code to a new phone or mailbox of one’s own account',
  }),
  updateMobile: endpoint({
    ...own,
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/user/updateMobile',
    scope: 'identity',
    request: UpdateMobileRequest,
    response: Done,
    summary: "Change one's own phone by the code that was sent to it; wants the password again",
  }),
  updateEmail: endpoint({
    ...own,
    method: 'PUT',
    alsoMethods: ['POST'],
    path: '/sys/account/updateEmail',
    scope: 'identity',
    request: UpdateEmailRequest,
    response: Done,
    summary: "Change one's own e-mail address by the code that was sent to it; wants the password again",
  }),
};

export const accountProblems = {
  'account.phone-taken': 409,
  'account.email-taken': 409,
} as const;
