import { readStored, writeStored } from '#platform/storage/web/stored.ts';

type Theme = 'light' | 'dark';
const KEY = 'DEFAULT_THEME';
const listeners = new Set<() => void>();

/** The stored choice, else what the system prefers. */
export function currentTheme(): Theme {
  const stored = readStored<Theme>(KEY);
  return stored ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
}

export function showTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme() === 'dark' ? 'dark' : '';
}

export function switchTheme(): void {
  writeStored(KEY, currentTheme() === 'dark' ? 'light' : 'dark');
  showTheme();
  for (const listener of listeners) listener();
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
