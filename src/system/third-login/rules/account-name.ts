/** Names that a person may choose for an account made through a provider: what can be typed and read aloud. */
const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,39}$/u;

export function isAccountName(name: string): boolean {
  return ACCOUNT_NAME.test(name);
}

/** A first proposal out of what the provider said: the mailbox, else the name; empty when nothing usable is left. */
export function suggestedAccountName(identity: { readonly name: string; readonly email?: string | undefined }): string {
  const sources = [identity.email?.split('@')[0] ?? '', identity.name];
  for (const source of sources) {
    const name = source
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\s+/gu, '.')
      .replace(/[^\p{L}\p{N}._-]/gu, '')
      .replace(/^[^\p{L}\p{N}]+/u, '');
    const short = [...name].slice(0, 40).join('');
    if (isAccountName(short)) return short;
  }
  return '';
}
