/** What a command holds; nothing where it is none. */
export function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

export const pretty = (text: string): string => JSON.stringify(parsed(text), null, 2);
