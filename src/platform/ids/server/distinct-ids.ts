/** Each of them once: the database knows a UUID in capitals as the same. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
