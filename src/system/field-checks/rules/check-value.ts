/** As much of a rule's entry as the check needs. */
export interface RulePart {
  /** `*`: the whole value; a number: the next so many characters. */
  readonly digits: string;
  readonly pattern: string;
}

export interface FailedPart<Part> {
  readonly part: Part;
  /** Characters of the value that were looked at, as a half-open range. */
  readonly begin: number;
  readonly end: number;
}

/**
 * The first entry that the value does not satisfy, in their order; `undefined` when all do (system-api.md 5.8). A numbered
 * entry goes on where the last numbered one ended, and gets what is left when that is less. `fullMatch` must hold for the
 * whole of the characters looked at.
 */
export function failedPart<Part extends RulePart>(
  parts: readonly Part[],
  value: string,
  fullMatch: (pattern: string, text: string) => boolean,
): FailedPart<Part> | undefined {
  const characters = [...value];
  let at = 0;
  for (const part of parts) {
    const isWhole = part.digits === '*';
    const begin = isWhole ? 0 : at;
    const end = isWhole ? characters.length : Math.min(characters.length, at + Number(part.digits));
    if (!isWhole) at = end;
    if (!fullMatch(part.pattern, characters.slice(begin, end).join(''))) return { part, begin, end };
  }
  return undefined;
}

/** The value is URI-encoded once more than the address; one that is not, is taken as it stands. */
export function decodedValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
