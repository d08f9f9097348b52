const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Ends of mail addresses as they are compared: lower case, without the sign before them. */
export function suffixesOf(text: string): string[] {
  const written = text.split(/[\s,;，；]+/).map((one) => one.toLowerCase().replace(/^[@.]+/, ''));
  return [...new Set(written.filter((one) => one !== ''))];
}

/** The first that is no end of a mail address. */
export const malformedSuffix = (text: string): string | undefined => suffixesOf(text).find((one) => !DOMAIN.test(one));
