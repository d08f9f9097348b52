export const invitationProblems = {
  'invitation.unknown': 404,
  'invitation.tenant-frozen': 409,
  'invitation.over': 409,
  'invitation.already-member': 409,
  'invitation.has-account': 409,
  'invitation.name-taken': 409,
  'invitation.too-many': 429,
} as const;
