import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import coloursFile from './colours.css?url';
import { DEFAULT_COLOUR, THEME_COLOURS, type ThemeColour } from './theme-colours.ts';

export type Theme = 'light' | 'dark';
const THEME = 'DEFAULT_THEME';
const COLOUR = 'DEFAULT_COLOR';
const COLOUR_WEAK = 'DEFAULT_COLOR_WEAK';
const listeners = new Set<() => void>();

/** The stored choice, else what the system prefers. */
export function currentTheme(): Theme {
  const stored = readStored<Theme>(THEME);
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function currentColour(): ThemeColour {
  const stored = readStored<ThemeColour>(COLOUR);
  return stored && THEME_COLOURS.includes(stored) ? stored : DEFAULT_COLOUR;
}

export function isColourWeak(): boolean {
  return readStored<boolean>(COLOUR_WEAK) === true;
}

export function showTheme(): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = [currentTheme() === 'dark' && 'dark', isColourWeak() && 'weak'].filter(Boolean).join(' ');
  // A palette that cannot be fetched leaves the default one.
  void showColour(currentColour()).catch(() => undefined);
}

export function switchTheme(): void {
  chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');
}

export function chooseTheme(theme: Theme): void {
  change(THEME, theme);
}

export function chooseColourWeak(on: boolean): void {
  change(COLOUR_WEAK, on);
}

/** Fails where the palette cannot be fetched; then nothing has changed. */
export async function chooseColour(colour: ThemeColour): Promise<void> {
  await showColour(colour);
  change(COLOUR, colour);
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function showColour(colour: ThemeColour): Promise<void> {
  const { dataset } = document.documentElement;
  if (colour === DEFAULT_COLOUR) {
    delete dataset['colour'];
    return;
  }
  await loadColours();
  dataset['colour'] = colour.slice(1).toLowerCase();
}

let loading: Promise<void> | undefined;

/** A plain link, not an import: a failure is this choice's own and no reason to reload the page. */
function loadColours(): Promise<void> {
  loading ??= new Promise<void>((done, failed) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = coloursFile;
    link.onload = () => done();
    link.onerror = () => {
      link.remove();
      loading = undefined;
      failed(new Error('The palettes cannot be fetched'));
    };
    document.head.append(link);
  });
  return loading;
}

function change(key: string, value: unknown): void {
  writeStored(key, value);
  showTheme();
  for (const listener of listeners) listener();
}
