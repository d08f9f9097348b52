/** What stands behind the `?` of an address, where neither a browser nor a server lends its `URLSearchParams`. */
export const queryText = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
