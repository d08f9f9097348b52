const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Ends of mail addresses as they are compared: lower case, without the sign before them. */
export function suffixesOf(text: string): string[] {
  const written = text.split(/[\s,;，；]+/).map((one) => one.toLowerCase().replace(/^[@.]+/, ''));
  return [...new Set(written.filter((one) => one !== ''))];
}

/** The first that is no end of a mail address. */
export const malformedSuffix = (text: string): string | undefined => suffixesOf(text).find((one) => !DOMAIN.test(one));

/**
 * Whether a mail address ends in one of the suffixes, on a label boundary (practice 6): `corp.com` takes `a@corp.com` and
 * `a@no.corp.com`, not `a@badcorp.com`. No suffix takes everyone, also who has no address.
 */
export function matchesSuffix(email: string | null, suffixes: readonly string[]): boolean {
  if (suffixes.length === 0) return true;
  const domain = email?.toLowerCase().split('@').at(-1);
  if (domain === undefined || !email?.includes('@')) return false;
  return suffixes.some((suffix) => domain === suffix || domain.endsWith(`.${suffix}`));
}
