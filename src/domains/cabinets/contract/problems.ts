export const cabinetProblems = {
  'cabinet.not-found': 404,
  'cabinet.imei-taken': 409,
  'cabinet.imei-malformed': 422,
  'cabinet.offline': 409,
  'cabinet.disabled': 409,
  /** No unit that can be lent: none with enough charge, or none free. */
  'cabinet.nothing-to-lend': 409,
  /** The eject before is not settled: a second one might bring out a second unit (practice 9). */
  'cabinet.eject-open': 409,
  'cabinet.command-open': 409,
  /** There is nothing to eject. */
  'cabinet.slot-empty': 409,
  /** What was typed is not the number of this cabinet. */
  'cabinet.number-wrong': 422,
  'cabinet.rentals-open': 409,
  'cabinet.units-inside': 409,
  /** There are slots above the new number that hold units. */
  'cabinet.capacity-too-small': 422,
  'cabinet.tenant-same': 422,
  'cabinet.tenant-not-allowed': 403,
  'power-bank.not-found': 404,
  'power-bank.rented': 409,
  'power-bank.in-slot': 409,
  'power-bank.already-so': 409,
  'power-bank.notice-done': 409,
} as const;
