const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES: Readonly<Record<string, string>> = {
  shift: 'Shift',
  alt: 'Alt',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
};
const APPLE: Readonly<Record<string, string>> = { shift: '⇧', alt: '⌥' };

/** What stands on the keys of `mod+s` or `[`, one text a key. */
export function keyNames(keys: string): string[] {
  const parts = keys.length === 1 ? [keys] : keys.split('+');
  return parts.map((part) => {
    const key = part.toLowerCase();
    if (key === 'mod') return isApple() ? '⌘' : 'Ctrl';
    return (isApple() ? APPLE[key] : undefined) ?? NAMES[key] ?? part.toUpperCase();
  });
}

/** The same as assistive technology takes it (`aria-keyshortcuts`). */
export const ariaKeys = (keys: string): string => keys.replace(/mod/i, isApple() ? 'Meta' : 'Control');
