/** A piece of the document. */
export type Json = Record<string, unknown>;

const SCHEMAS = '#/components/schemas/';

export const refTo = (name: string): Json => ({ $ref: SCHEMAS + name });

/** The name behind a reference to a component; undefined for what is written out. */
export function nameIn({ $ref }: Json): string | undefined {
  return typeof $ref === 'string' && $ref.startsWith(SCHEMAS) ? $ref.slice(SCHEMAS.length) : undefined;
}

/** The same value with every object in it changed, from the inside out. */
export function mapObjects(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)])));
}

export function pathNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}
