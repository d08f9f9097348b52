const FALLBACK = 'en-US';
const plainOf = (language: string): string => language.toLowerCase();
const primaryOf = (language: string): string => plainOf(language).split('-')[0] ?? '';

/**
 * The text in the wanted language, else in that of another country, else the English one, else any (settled 122): one for each
 * channel, in their order.
 */
export function inLanguage<Template extends { readonly channel: string; readonly language: string }>(
  templates: readonly Template[],
  language: string,
): Template[] {
  const rank = (one: Template): number => {
    if (plainOf(one.language) === plainOf(language)) return 0;
    if (primaryOf(one.language) === primaryOf(language)) return 1;
    return one.language === FALLBACK ? 2 : 3;
  };
  const best = new Map<string, Template>();
  for (const one of templates) {
    const known = best.get(one.channel);
    if (!known || rank(one) < rank(known)) best.set(one.channel, one);
  }
  return [...best.values()];
}
