import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { OUTCOMES, type OutcomeCounts } from '../contract/copy-run.ts';

/** "8 added, 2 changed": what there is none of is left out. */
export function CountWords({ counts }: { counts: OutcomeCounts }) {
  const { t, i18n } = useTranslation('menu-copy');
  const words = OUTCOMES.flatMap((outcome) =>
    counts[outcome] > 0 ? [t(`counts.${outcome}`, { count: counts[outcome] })] : [],
  );
  return words.length === 0 ? '–' : joinWords(words, i18n.language);
}
