import { isCleanText } from '#platform/http/contract/fields.ts';

interface Place {
  readonly value: object;
  readonly name: string;
  readonly within: Place | undefined;
}

/**
 * The field of a value with a text, or a name, that PostgreSQL cannot hold: NUL or half of a surrogate pair (security 6.2).
 * Empty for the value itself, undefined where there is none. Strangers send what is asked about: neither its depth nor its
 * size costs more than reading it once.
 */
export function unstorableField(value: unknown): string | undefined {
  if (typeof value === 'string') return isCleanText(value) ? undefined : '';
  if (!isStructure(value)) return undefined;
  const places: Place[] = [{ value, name: '', within: undefined }];
  // places are added while it goes through them
  for (const place of places) {
    for (const [name, inner] of Object.entries(place.value)) {
      if (!isCleanText(name) || (typeof inner === 'string' && !isCleanText(inner))) return pathOf(place, name);
      if (isStructure(inner)) places.push({ value: inner, name, within: place });
    }
  }
  return undefined;
}

/** Files, streams and dates hold no texts of a caller. The parts of an address come as objects that inherit from nothing. */
function isStructure(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function pathOf(place: Place, name: string): string {
  const names = [name.toWellFormed().replaceAll('\0', '\ufffd')];
  for (let at = place; at.within !== undefined; at = at.within) names.push(at.name);
  return names.reverse().join('.');
}
