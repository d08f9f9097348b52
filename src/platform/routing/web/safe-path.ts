/**
 * The `redirect` of the login page (security 13.6): a path of this site and nothing else. Control characters and
 * backslashes are refused because browsers read `/\host` and `/<tab>/host` as another host.
 */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.startsWith('//')) return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\\\u0000-\u001f\u007f]/.test(path)) return undefined;
  return path;
}

/** Menu, help and frame links: https only, and http where the page itself came that way (security 13.5). */
export function safeExternalUrl(address: string, page: { protocol: string }): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f]/.test(address)) return undefined;
  try {
    const url = new URL(address);
    const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && page.protocol === 'http:');
    return isAllowed && url.username === '' && url.password === '' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
