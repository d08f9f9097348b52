import type { TFunction } from 'i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import type { Tone } from '#ui/tag/tag.tsx';
import type { AlarmStep } from '../contract/endpoints.ts';

const TONE_OF_STEP: Readonly<Record<string, Tone>> = {
  raised: 'danger',
  again: 'danger',
  severity: 'warning',
  called: 'info',
  cleared: 'success',
};

/** Nobody was called by what did not arrive. */
export function toneOfStep(step: AlarmStep): Tone | undefined {
  if (step.detail['isUnreached'] === true) return 'danger';
  return undeliveredOf(step).length > 0 ? 'warning' : TONE_OF_STEP[step.kind];
}

/** A message of a call that did not arrive: by which channel, and a code of the dictionary `message_fault`. */
export interface Undelivered {
  readonly channel: string;
  readonly fault: string;
}

export function undeliveredOf({ detail }: AlarmStep): Undelivered[] {
  const messages = detail['undelivered'];
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? [{ channel: String(one['channel']), fault: String(one['fault']) }]
      : [],
  );
}

/** One row of what became of an alarm, in words; `t` speaks those of the slice. */
export function stepWords({ kind, detail }: AlarmStep, t: TFunction, language: string): string {
  const word = (name: string): string => String(detail[name] ?? '');
  switch (kind) {
    case 'raised':
    case 'severity': {
      const value = language === 'zh-CN' ? word('valueZh') : word('value');
      const words = value === '' ? `${kind}Plain` : kind;
      return t(`steps.${words}`, { severity: t(`severity.${word('severity')}`), value });
    }
    case 'cleared':
      return t('steps.cleared', { why: t(`why.${word('why')}`, { defaultValue: word('why') }) });
    case 'assigned':
      return word('to') === '' ? t('steps.unassigned') : t('steps.assigned', { to: word('to') });
    case 'commented':
      return t('steps.commented', { comment: word('comment') });
    case 'snoozed':
      return t('steps.snoozed', { until: new Date(word('until')) });
    case 'called': {
      const channels = Array.isArray(detail['channels']) ? detail['channels'] : [];
      return t(detail['isUnreached'] === true ? 'steps.unreached' : 'steps.called', {
        name: word('name'),
        channels: joinWords(
          channels.map((channel) => t(`channel.${String(channel)}`)),
          language,
        ),
        reason: t(`reason.${word('reason')}`),
      });
    }
    default:
      return t(`steps.${kind}`, { defaultValue: kind });
  }
}
