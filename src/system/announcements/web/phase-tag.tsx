import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { useNow } from '#ui/time/now.ts';
import type { Announcement } from '../contract/announcements.ts';
import { phaseOf } from '../rules/announcement-life.ts';

const phaseTags = statusTags('announcements:phase', {
  draft: 'neutral',
  waiting: 'info',
  shown: 'success',
  over: 'neutral',
  revoked: 'warning',
});

type Lasting = Pick<Announcement, 'startTime' | 'endTime'> & { readonly sendStatus: string | null };

/** Whether readers see it now: what is released may wait for its period, or be over. */
export function PhaseTag({ of: { sendStatus, startTime, endTime } }: { of: Lasting }) {
  const now = useNow();
  return (
    <StatusTag of={phaseTags} code={phaseOf({ sendStatus: sendStatus ?? '0', startTime, endTime }, new Date(now))} />
  );
}
