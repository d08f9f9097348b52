export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** In the words of the browser. */
  readonly what: string;
}

const POSITION = /at position (\d+)/;

/** Why a text is no JSON; nothing for one that is, and for an empty one. */
export function jsonFault(text: string): JsonFault | undefined {
  if (text.trim() === '') return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = (error as Error).message;
    const position = Number(POSITION.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    const what = message.replace(/,? ?(in JSON )?at position.*$/s, '');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, what };
  }
}

/** Two spaces of indent; a text that is no JSON stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
