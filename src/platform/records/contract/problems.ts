export const recordProblems = {
  'record.not-found': 404,
  /** A field that must be unique has this value already. */
  'record.taken': 409,
  /** A value that is given once was to be changed. */
  'record.fixed': 409,
  /** One that waits for a picture was to be switched on. */
  'record.picture-needed': 409,
  'record.in-use': 409,
  /** Some of what uses it lies where no list shows it. */
  'record.in-use-unseen': 409,
  'record.in-use-elsewhere': 409,
  /** A record of a tree cannot stand below itself. */
  'record.below-itself': 409,
  'record.changed-meanwhile': 409,
  /** A reference to a record that is not there, or not for the caller. */
  'record.reference-unknown': 422,
} as const;
