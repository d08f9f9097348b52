import { DEFAULT_LANGUAGE, type Language } from '#platform/http/contract/envelope.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The `language` header decides; without one `Accept-Language` (product.md 3). */
export function languageOf(headers: Headers): Language {
  const named = one(headers['language']);
  if (named) return named.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US';
  const accepted = (one(headers['accept-language']) ?? '')
    .split(',')
    .map((part) => {
      const [tag, quality] = part.trim().split(';q=');
      return { tag: (tag ?? '').toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => quality > 0 && (tag.startsWith('zh') || tag.startsWith('en')))
    .sort((a, b) => b.quality - a.quality)[0];
  return accepted?.tag.startsWith('zh') ? 'zh-CN' : DEFAULT_LANGUAGE;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
