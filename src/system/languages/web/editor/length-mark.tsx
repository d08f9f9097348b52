import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#ui/tag/tag.tsx';

/** From here on a text may not fit where the built-in one does: kits and designers leave about a third. */
const LONG = 1.35;
const pen = document.createElement('canvas').getContext('2d');

/** How wide a text is drawn beside the built-in one. */
export function LengthMark({ text, builtIn }: { text: string; builtIn: string }) {
  const { t } = useTranslation('languages');
  const ratio = useMemo(() => widthOf(text) / Math.max(widthOf(builtIn), 1), [text, builtIn]);
  if (text.trim() === '') return null;
  const words = t('packs.length', { ratio: ratio - 1 });
  return (
    <Tag tone={ratio > LONG ? 'warning' : 'neutral'}>{ratio > LONG ? `${words} · ${t('packs.tooLong')}` : words}</Tag>
  );
}

function widthOf(text: string): number {
  if (!pen) return text.length;
  pen.font = getComputedStyle(document.body).font;
  return pen.measureText(text).width;
}
