import type { RowSource } from '../form-dialog/field-path.ts';

/** Rows have no names of their own: a key holds each to what is on screen, such as the focus, wherever the row goes. */
export interface RowKeys {
  readonly keys: readonly number[];
  /** The first that was never given. */
  readonly next: number;
}

export const NO_KEYS: RowKeys = { keys: [], next: 0 };

/** As many as there are rows, after values came from elsewhere: from a draft, or from somebody else's save. */
export function fittedKeys({ keys, next }: RowKeys, count: number): RowKeys {
  const added = Math.max(0, count - keys.length);
  const given = Array.from({ length: added }, (_, at) => next + at);
  return { keys: [...keys.slice(0, count), ...given], next: next + added };
}

export function arrangedKeys({ keys, next }: RowKeys, sources: readonly RowSource[]): RowKeys {
  let unused = next;
  const arranged = sources.map((source) => (typeof source === 'number' ? (keys[source] ?? unused++) : unused++));
  return { keys: arranged, next: unused };
}
