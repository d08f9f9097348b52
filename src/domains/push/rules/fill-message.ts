import type { PushChannel } from '../contract/templates.ts';

const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]{0,39})\}/g;

export type MessageValues = Readonly<Record<string, string | number>>;

/** The names between braces in a text, each once, in their order (practice 14). */
export function placeholdersOf(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)))];
}

/**
 * Puts values into `{name}` in one pass, so that a value that looks like a placeholder stays text (security 6.7). What has no
 * value stays as it is. Values cannot leave their line in titles and text messages, and bring no control characters anywhere.
 */
export function fillText(text: string, values: MessageValues, place: 'line' | 'lines'): string {
  return text.replace(PLACEHOLDER, (literal, name: string) =>
    Object.hasOwn(values, name) ? escaped(String(values[name]), place) : literal,
  );
}

function escaped(value: string, place: 'line' | 'lines'): string {
  const clean = value.toWellFormed().replaceAll(/\r\n?/g, '\n');
  return place === 'line'
    ? clean.replaceAll(/\p{Cc}+/gu, ' ').trim()
    : clean.replaceAll(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ' '));
}

export interface FilledMessage {
  readonly title: string;
  readonly content: string;
  /** Names that no value fills. */
  readonly lacking: readonly string[];
}

/** A message as it is sent through a channel. */
export function fillMessage(
  template: { readonly channel: PushChannel; readonly title: string; readonly content: string },
  values: MessageValues,
): FilledMessage {
  const { channel, title, content } = template;
  return {
    title: fillText(title, values, 'line'),
    content: fillText(content, values, channel === 'sms' ? 'line' : 'lines'),
    lacking: placeholdersOf(title, content).filter((name) => !Object.hasOwn(values, name)),
  };
}

/** Values of a test JSON; undefined where it is no object of texts and numbers. An empty one has no values. */
export function readValues(json: string): MessageValues | undefined {
  if (json.trim() === '') return {};
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
  const isValue = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
  return Object.values(read).every(isValue) ? (read as MessageValues) : undefined;
}

/** Codes of templates in their order, as a scene keeps them. */
export function codesOf(templateCodes: string): string[] {
  return templateCodes
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

/** `{name}` as the older contract writes it, `${name}` (system-api.md 5.15), and back. */
export const toOlderText = (text: string): string => text.replaceAll(PLACEHOLDER, (found) => `$${found}`);
export const fromOlderText = (text: string): string => text.replaceAll(/\$(\{[A-Za-z][A-Za-z0-9_]{0,39}\})/g, '$1');
