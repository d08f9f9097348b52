/** JSON within a text; older clients encode it once or twice more than the address does. Undefined: it is none. */
export function jsonOfText(text: string): unknown {
  let written = text;
  for (let layer = 0; layer < 3; layer++) {
    try {
      return JSON.parse(written) as unknown;
    } catch {
      try {
        written = decodeURIComponent(written);
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}
