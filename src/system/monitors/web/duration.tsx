import { Tag } from '#ui/tag/tag.tsx';
import { paceOf } from '../rules/pace.ts';
import { useWords } from './use-words.ts';

const TONES = { good: 'success', fair: 'warning', slow: 'danger' } as const;

/** Below half a second, below one, above: by colour and by shape. */
export function Duration({ ms }: { ms: number }) {
  const words = useWords();
  return <Tag tone={TONES[paceOf(ms)]}>{words.ms(ms)}</Tag>;
}
