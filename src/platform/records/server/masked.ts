import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { MASK_SIGN, type RecordFields } from '../contract/fields.ts';
import { columnOf, type StoredRecord, type Values } from './record-rows.ts';
import type { MaskedFields, ServedKind } from './serving.ts';

const masksFor = ({ masked }: Pick<ServedKind<RecordFields>, 'masked'>, actor: Actor): MaskedFields['fields'] =>
  !masked || can(actor, masked.permission) ? {} : masked.fields;

/** The row as the caller may see it. */
export function maskedRow(served: ServedKind, actor: Actor, stored: StoredRecord): StoredRecord {
  const masks = Object.entries(masksFor(served, actor));
  const standIns = Object.entries(served.standIns ?? {});
  if (masks.length + standIns.length === 0) return stored;
  const textOf = (field: string): string => String(stored[columnOf(field)] ?? '');
  const shown = [
    ...masks.map(([field, mask]) => [columnOf(field), mask(textOf(field))]),
    ...standIns.map(([field, { from, make }]) => [columnOf(field), textOf(field) || make(textOf(from))]),
  ];
  return { ...stored, ...Object.fromEntries(shown) };
}

/** Fields that the caller sees in part only. */
export const maskedFields = (served: ServedKind, actor: Actor): readonly string[] =>
  Object.keys(masksFor(served, actor));

/** What a form sends back as it was shown is no change. */
export function withoutMasks(served: ServedKind, actor: Actor, given: Values, before: Values): Values {
  const masks = masksFor(served, actor);
  const textOf = (field: string): string => String(before[field] ?? '');
  const isShown = (field: string, value: unknown): boolean => {
    const standIn = served.standIns?.[field];
    return masks[field]?.(textOf(field)) === value || standIn?.make(textOf(standIn.from)) === value;
  };
  const kept = Object.entries(given).filter(([field, value]) => !isShown(field, value));
  const wrong = kept.find(([field, value]) => field in masks && String(value).includes(MASK_SIGN));
  if (wrong) raise('request.malformed', {}, { faults: [{ path: wrong[0], code: 'fault.format' }] });
  return Object.fromEntries(kept);
}
