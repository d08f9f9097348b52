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

/** An entry, what it looked at, and whether that satisfies it. */
export interface CheckedPart<Part> extends FailedPart<Part> {
  readonly text: string;
  readonly passed: boolean;
}

/**
 * Each entry with what it looks at, in their order (system-api.md 5.8). A numbered entry goes on where the last numbered one
 * ended, and gets what is left when that is less. `fullMatch` must hold for the whole of the characters looked at.
 */
export function checkedParts<Part extends RulePart>(
  parts: readonly Part[],
  value: string,
  fullMatch: (pattern: string, text: string) => boolean,
): CheckedPart<Part>[] {
  const characters = [...value];
  let at = 0;
  return parts.map((part) => {
    const isWhole = part.digits === '*';
    const begin = isWhole ? 0 : at;
    const end = isWhole ? characters.length : Math.min(characters.length, at + Number(part.digits));
    if (!isWhole) at = end;
    const text = characters.slice(begin, end).join('');
    return { part, begin, end, text, passed: fullMatch(part.pattern, text) };
  });
}

/** The first entry that the value does not satisfy; `undefined` when it satisfies all. */
export function failedPart<Part extends RulePart>(
  parts: readonly Part[],
  value: string,
  fullMatch: (pattern: string, text: string) => boolean,
): FailedPart<Part> | undefined {
  const failed = checkedParts(parts, value, fullMatch).find(({ passed }) => !passed);
  return failed && { part: failed.part, begin: failed.begin, end: failed.end };
}

/** The value is URI-encoded once more than the address; one that is not, is taken as it stands. */
export function decodedValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
