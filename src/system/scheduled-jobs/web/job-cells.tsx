import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { choicesOf } from '#system/scheduling/rules/cron-choice.ts';
import { useCronSentence } from '#system/scheduling/web/index.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { useWorks } from './use-works.ts';

export const outcomeTags = statusTags('scheduled-jobs:outcome', {
  waiting: 'neutral',
  running: 'busy',
  done: 'success',
  failed: 'danger',
  skipped: 'warning',
});

/** What the job does, in words; a key that is not known here as it is. */
export function WorkName({ of }: { of: string }) {
  const works = useWorks();
  return works.find(({ key }) => key === of)?.name ?? of;
}

/** The schedule in a sentence, without the zone, which is everybody's here. */
export function Schedule({ expression, timeZone }: { expression: string; timeZone?: string }) {
  const sentence = useCronSentence();
  const tenant = useTenant();
  const choices = choicesOf(expression);
  const zone = timeZone ?? tenant.timeZone;
  return choices ? (
    sentence(choices, zone).replace(`, ${zone}`, '').replace(`（${zone}）`, '')
  ) : (
    <code>{expression}</code>
  );
}

export function Outcome({ of }: { of: string }) {
  return of === '' ? '–' : <StatusTag of={outcomeTags} code={of} />;
}
