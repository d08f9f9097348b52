import type { TFunction } from 'i18next';
import type { Tone } from '#ui/tag/tag.tsx';
import type { RepairStep } from '../contract/endpoints.ts';

export const TONE_OF_STEP: Readonly<Record<string, Tone>> = {
  found: 'warning',
  'found-again': 'warning',
  asked: 'warning',
  'refund-failed': 'danger',
  'refund-refused': 'danger',
  'make-again-refused': 'danger',
  'late-report': 'warning',
  closed: 'success',
};

/** One row of the evidence in words; `t` speaks those of the slice. */
export function stepWords({ kind, detail }: RepairStep, t: TFunction): string {
  const code = (name: string): string => String(detail[name] ?? '');
  switch (kind) {
    case 'found':
    case 'found-again':
      return t(`step.${kind}`, { reason: t(`reason.${code('reason')}`, { defaultValue: code('reason') }) });
    case 'decided':
      return t('step.decided', {
        how: t(`how.${code('how')}`, { defaultValue: code('how') }),
        because: t(`because.${code('because')}`, { defaultValue: code('because') }),
      });
    case 'answered':
      return t('step.answered', { reason: code('reason') });
    case 'closed':
      return t('step.closed', { outcome: t(`outcome.${code('outcome')}`, { defaultValue: code('outcome') }) });
    default:
      return t(`step.${kind}`, { defaultValue: kind });
  }
}
