import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, LocalDate, Text } from '#platform/http/contract/fields.ts';
import { duties } from './duties.ts';

export const DutyBlock = z.strictObject({
  from: Instant,
  until: Instant,
  userId: z.string(),
  userName: z.string(),
  spotId: z.string().nullable(),
  spotName: z.string(),
  spotNameZh: z.string(),
  /** Spots at which somebody else takes this piece of a duty of every spot. */
  exceptSpots: z.array(z.strictObject({ id: z.string(), name: z.string(), nameZh: z.string() })),
  /** Of the duty; empty where an exception alone puts somebody there. */
  name: z.string(),
  /** Whom an exception replaces; empty where nobody is. */
  insteadOf: z.string(),
});
export type DutyBlock = z.infer<typeof DutyBlock>;

export const HandoverNote = z.strictObject({
  id: z.string(),
  at: Instant,
  spotId: z.string().nullable(),
  spotName: z.string(),
  spotNameZh: z.string(),
  byName: z.string(),
  isOwn: z.boolean(),
  /** Who comes next, as the rota said when it was written; empty where nobody does. */
  forName: z.string(),
  note: z.string(),
  readAt: Instant.nullable(),
  readBy: z.string(),
});
export type HandoverNote = z.infer<typeof HandoverNote>;

export const DutyWeek = z.strictObject({
  /** Monday, on the tenant's calendar. */
  week: z.string(),
  timeZone: z.string(),
  /** The seven days; those of a change of clocks are longer or shorter. */
  days: z.array(z.strictObject({ day: z.string(), from: Instant, until: Instant })),
  blocks: z.array(DutyBlock),
  now: z.array(DutyBlock),
  notes: z.array(HandoverNote),
});
export type DutyWeek = z.infer<typeof DutyWeek>;

const { base } = duties.calls;

export const dutyEndpoints = {
  week: endpoint({
    method: 'GET',
    permission: duties.permission('view'),
    path: `${base}/week`,
    request: z.strictObject({ day: LocalDate.optional(), spotId: Id.optional() }),
    response: DutyWeek,
    summary: 'Who is on duty in the week of a day, who is now, and the last hand-over notes',
  }),
  handOver: endpoint({
    method: 'POST',
    // whoever answers alarms may be on duty
    permission: 'alarm:edit',
    path: `${base}/handOver`,
    request: z.strictObject({ spotId: Id.nullable().default(null), note: Text(1_000, 1) }),
    response: z.strictObject({ id: z.string(), forName: z.string() }),
    summary: 'Leave a note to whoever is on duty next, who is told of it',
  }),
  readNote: endpoint({
    method: 'POST',
    permission: 'alarm:edit',
    path: `${base}/readNote`,
    request: z.strictObject({ id: Id }),
    response: z.null(),
    summary: 'Say that a hand-over note has been read',
  }),
};
