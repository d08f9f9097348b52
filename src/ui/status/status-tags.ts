import type { Tone } from '../tag/tag.tsx';

/** A closed set of codes with the tone of each; the words come from the slice's texts, `<key>.<code>`. */
export interface StatusTags {
  readonly namespace: string;
  readonly key: string;
  readonly tones: ReadonlyMap<string, Tone>;
  readonly codes: readonly string[];
}

/**
 * Declares the tags of a code once, beside the slice's texts: `statusTags('orders:status', { 1: 'neutral', 3: 'info' })`.
 * Order is the order in filters.
 */
export function statusTags(key: `${string}:${string}`, tones: Readonly<Record<string | number, Tone>>): StatusTags {
  const [namespace = '', path = ''] = key.split(':');
  return { namespace, key: path, tones: new Map(Object.entries(tones)), codes: Object.keys(tones) };
}
