import { periodFaults } from '#platform/records/contract/periods.ts';
import { announcements, type SendStatus } from '../contract/announcements.ts';

/** As much of an announcement as decides about it; times as ISO instants. */
export interface AnnouncementDraft {
  readonly msgType: 'ALL' | 'USER';
  readonly userIds: readonly string[];
  readonly startTime: string | null;
  readonly endTime: string | null;
}

/** Where an announcement stands at a moment: released ones are shown inside their period alone (system-api.md 5.10). */
export type Phase = 'draft' | 'waiting' | 'shown' | 'over' | 'revoked';

export interface AnnouncementFault {
  readonly path: string;
  readonly code: string;
}

/** What is wrong with a draft: it has somebody to be shown to, and a period that does not end before it begins. */
export function draftFaults(draft: AnnouncementDraft): AnnouncementFault[] {
  const hasNobody = draft.msgType === 'USER' && draft.userIds.length === 0;
  return [
    ...(hasNobody ? [{ path: 'userIds', code: 'announcement.no-people' }] : []),
    ...periodFaults(announcements.fields, draft),
  ];
}

/** Where it stands now. The first moment of the period belongs to it, the last one does not. */
export function phaseOf(
  {
    sendStatus,
    startTime,
    endTime,
  }: Pick<AnnouncementDraft, 'startTime' | 'endTime'> & { readonly sendStatus: string },
  now: Date,
): Phase {
  const phases: Readonly<Record<string, Phase>> = { '0': 'draft', '2': 'revoked' } satisfies Partial<
    Record<SendStatus, Phase>
  >;
  const phase = phases[sendStatus];
  if (phase) return phase;
  if (endTime !== null && Date.parse(endTime) <= now.getTime()) return 'over';
  return startTime !== null && Date.parse(startTime) > now.getTime() ? 'waiting' : 'shown';
}
