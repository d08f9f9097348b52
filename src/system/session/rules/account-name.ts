/** Names that a person may choose for his account: what can be typed and read aloud. */
const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,39}$/u;

export function isAccountName(name: string): boolean {
  return ACCOUNT_NAME.test(name);
}
