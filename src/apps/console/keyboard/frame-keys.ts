/** Keys of the frame by `event.key` (ux-guide 10); those of its pages are `KEYS` of the kit. */
export const FRAME_KEYS = { palette: 'mod+k', list: '?', go: 'g' } as const;

/** Where `g` and a letter go. */
export const GO_TO = { o: '/orders/list', r: '/devices/robots', d: '/' } as const;
const SECOND_KEY_WITHIN_MS = 1_000;

export interface Pending {
  /** `event.timeStamp` of the `g`, in milliseconds. */
  readonly at: number;
}

/** The page that a second key means after `g`, if it came within a second. */
export function goTo(pending: Pending | undefined, key: string, at: number): string | undefined {
  if (!pending || at - pending.at > SECOND_KEY_WITHIN_MS) return undefined;
  return Object.entries(GO_TO).find(([letter]) => letter === key)?.[1];
}

/** Alt+1..9: which tab; by `code`, because Alt changes the letter on some keyboards. */
export function tabNumber(event: {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  code: string;
}): number | undefined {
  if (!event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? undefined : Number(digit);
}
