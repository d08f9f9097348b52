export const userProblems = {
  'user.unknown': 404,
  'user.own-rights': 409,
  'user.own-account': 409,
  'user.beyond-own-rights': 409,
  'user.roles-beyond-own': 409,
  'user.spots-beyond-own': 409,
  'user.belongs-elsewhere': 409,
  'user.no-roles': 404,
  'user.no-departments': 404,
  'user.passwords-differ': 422,
} as const;
