import type { Language } from '#platform/http/contract/envelope.ts';

const FALLBACK: Language = 'en-US';

/** The text in the wanted language, else the English one, else any (settled 122): one for each channel, in their order. */
export function inLanguage<Template extends { readonly channel: string; readonly language: string }>(
  templates: readonly Template[],
  language: Language,
): Template[] {
  const rank = (one: Template): number => (one.language === language ? 0 : one.language === FALLBACK ? 1 : 2);
  const best = new Map<string, Template>();
  for (const one of templates) {
    const known = best.get(one.channel);
    if (!known || rank(one) < rank(known)) best.set(one.channel, one);
  }
  return [...best.values()];
}
