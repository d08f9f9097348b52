import { isAccountName } from '#system/sign-in/rules/account-name.ts';

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
