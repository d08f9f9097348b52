export const menuCopyProblems = {
  'menu-copy.tenant-not-found': 404,
  'menu-copy.run-not-found': 404,
  'menu-copy.same-tenant': 422,
  /** One at a time in the tenant that is written to. */
  'menu-copy.running': 409,
  /** The source, or what it goes to, is not what the preview showed. */
  'menu-copy.changed-since-preview': 409,
  'menu-copy.wrong-name': 422,
  /** A drink is made of something that the person who copies may not see. */
  'menu-copy.part-hidden': 409,
  'menu-copy.menu-gone': 409,
} as const;
