const known = new Map<string, string>();

/**
 * What finds a menu entry in the search box: both titles and the pinyin initials of the Chinese one, `咖啡订单` → `kfdd`.
 * The dictionary is loaded with the first title and the answers are kept: browsers need no dictionary of their own.
 */
export async function searchWordsOf(titleEn: string, titleZh: string): Promise<string> {
  const key = `${titleEn}\n${titleZh}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const { pinyin } = await import('pinyin-pro');
  const initials = pinyin(titleZh, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'removed' }).join('');
  const words = [titleEn, titleZh, initials].filter(Boolean).join(' ').toLowerCase();
  known.set(key, words);
  return words;
}
