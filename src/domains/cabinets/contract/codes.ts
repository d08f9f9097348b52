/** A slot of a cabinet (practice 9). */
export const SLOT_STATES = ['empty', 'occupied', 'fault', 'locked'] as const;
export type SlotState = (typeof SLOT_STATES)[number];

/** Most slots of one cabinet. */
export const MOST_SLOTS = 60;

/** Where a unit is. `moved`: its cabinet took it along to another tenant. */
export const UNIT_STATES = ['in_slot', 'rented', 'in_service', 'missing', 'sold', 'broken', 'moved'] as const;
export type UnitState = (typeof UNIT_STATES)[number];

/** Why a unit came to a place or left it. */
export const PLACE_CAUSES = [
  'returned',
  'upload',
  'ejected',
  'popped',
  'unasked',
  'absent',
  'sold',
  'staff',
  'moved',
] as const;
export type PlaceCause = (typeof PLACE_CAUSES)[number];

/** What about a unit needs a hand (settled 63). */
export const NOTICE_KINDS = ['missing', 'low', 'fault', 'rented_long', 'in_service', 'contradiction'] as const;
export type UnitNoticeKind = (typeof NOTICE_KINDS)[number];
export const NOTICE_STATES = ['open', 'done'] as const;

/** What staff say of a unit that they hold, or do not find. */
export const CORRECTIONS = ['found', 'broken', 'missing'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** An eject is settled once: it came out, it did not, or nobody knows yet. */
export const EJECT_STATES = ['asked', 'checking', 'unresolved', 'ejected', 'failed'] as const;
export type EjectState = (typeof EJECT_STATES)[number];

export const CABINET_STATES = ['enabled', 'disabled'] as const;
