import { useTranslation } from 'react-i18next';

/**
 * The words of a notice stand in the slice that its kind begins with. A kind that this build does not know yet shows its
 * name: a server may be newer than the page.
 */
export function useNoticeTexts(
  kind: string,
  params: Readonly<Record<string, unknown>>,
): { title: string; text: string } {
  const [slice = 'notices', word = ''] = kind.split('.');
  const { i18n } = useTranslation(slice);
  const say = (part: 'title' | 'text', otherwise: string): string =>
    String(i18n.getFixedT(null, slice)(`notice.${word}.${part}`, { ...params, defaultValue: otherwise }));
  return { title: say('title', kind), text: say('text', '') };
}
