import * as fc from 'fast-check';
import * as z from 'zod';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  format?: string;
  pattern?: string;
}

/** The fields of a call, with path and query among them. */
function shapeOf(endpoint: Endpoint): Shape {
  return z.toJSONSchema(endpoint.request, { io: 'input', unrepresentable: 'any' }) as Shape;
}

const WORDS = [
  '01a1fc10-5bf7-7c87-a529-9b79c01034e0',
  '2026-11-21T10:00:00Z',
  '2026-11-21',
  'a name',
  'Europe/Oslo',
  'NOK',
  '1000',
  '0 0 12 * * ?',
];

interface Options {
  /** Texts beside the usual ones. */
  readonly words?: readonly string[];
  /** What becomes of each member of an object; left as it is unless said. */
  readonly member?: (value: fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>;
  /** Required members are always there. */
  readonly isComplete?: boolean;
}

/** A value that the field might take. */
export function plausible(shape: Shape, options: Options = {}, depth = 0): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => plausible(one, options, depth)));
  switch (shape.type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: 1, max: 100 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return depth > 3
        ? fc.constant([])
        : fc.array(plausible(shape.items ?? {}, options, depth + 1), { minLength: 1, maxLength: 2 });
    case 'object':
      return depth > 3 ? fc.constant({}) : record(shape, options, depth);
    default:
      return fc.constantFrom<unknown>(...WORDS, ...(options.words ?? []));
  }
}

function record({ properties = {}, required = [] }: Shape, options: Options, depth: number): fc.Arbitrary<unknown> {
  const { member = (value) => value, isComplete = false } = options;
  const members = Object.entries(properties).map(([name, inner]) => [
    name,
    member(plausible(inner, options, depth + 1)),
  ]);
  const requiredKeys = isComplete ? required.filter((name) => name in properties) : [];
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
}

/** Fields of a call, as one object. */
export function plausibleFields(endpoint: Endpoint, options: Options): fc.Arbitrary<Record<string, unknown>> {
  return plausible(shapeOf(endpoint), options).map((fields) => (fields ?? {}) as Record<string, unknown>);
}
