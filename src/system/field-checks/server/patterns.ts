import type { RE2JS } from 're2js';
import { raise } from '#platform/problems/server/raise.ts';

const MOST_COMPILED = 200;
const compiled = new Map<string, RE2JS>();

/** Whether a pattern matches the whole of a text, in linear time whatever the pattern (security 2.13). */
export async function matcher(): Promise<(pattern: string, text: string) => boolean> {
  const { RE2JS } = await import('re2js');
  return (pattern, text) => compile(RE2JS, pattern).matches(text);
}

/** One that such an engine cannot read is refused. */
function compile(engine: typeof RE2JS, pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  let made: RE2JS;
  try {
    made = engine.compile(engine.translateRegExp(pattern));
  } catch {
    raise('field-check.rule-broken');
  }
  if (compiled.size >= MOST_COMPILED) compiled.delete(compiled.keys().next().value as string);
  compiled.set(pattern, made);
  return made;
}
