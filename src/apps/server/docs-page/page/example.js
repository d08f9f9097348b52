/** Values that a schema would take, for a reader to start from. Pure: no page is needed. */

const DEEPEST = 6;
const TEXTS = {
  'date-time': '2026-01-31T09:30:00.000Z',
  date: '2026-01-31',
  email: 'name@example.com',
  uuid: '0190a1fc-5bf7-7c87-a529-9b79c01034e0',
  uri: 'https://example.com',
};

/** The schema itself where it is a reference to another one. */
export function resolve(schema, schemas) {
  const name = nameOfReference(schema);
  return name ? (schemas[name] ?? {}) : (schema ?? {});
}

export function nameOfReference(schema) {
  return schema?.$ref?.split('/').at(-1);
}

/** `full`: optional fields too, as in an answer; a request is shown with what it must have. */
export function exampleOf(schema, schemas, { full = true, name = '' } = {}, above = []) {
  const reference = nameOfReference(schema);
  if (reference && above.includes(reference)) return null;
  const path = reference ? [...above, reference] : above;
  const one = resolve(schema, schemas);
  const inside = (next, field = name) => exampleOf(next, schemas, { full, name: field }, path);
  if (one.default !== undefined) return one.default;
  if (one.const !== undefined) return one.const;
  if (one.enum) return one.enum[0];
  if (one.examples) return one.examples[0];
  const options = one.anyOf ?? one.oneOf;
  if (options) return inside(options.find((option) => option.type !== 'null') ?? options[0]);
  if (one.allOf) return Object.assign({}, ...one.allOf.map((part) => inside(part)));
  switch (Array.isArray(one.type) ? one.type[0] : one.type) {
    case 'object':
      return path.length > DEEPEST ? {} : objectExample(one, full, inside);
    case 'array':
      return path.length > DEEPEST || (!full && !one.minItems) ? [] : [inside(one.items ?? one.prefixItems?.[0] ?? {})];
    case 'integer':
    case 'number':
      return numberExample(one, name);
    case 'boolean':
      return false;
    case 'string':
      return textExample(one, name);
    default:
      return null;
  }
}

function objectExample(one, full, inside) {
  const required = new Set(one.required ?? []);
  const fields = Object.entries(one.properties ?? {}).filter(([field]) => full || required.has(field));
  return Object.fromEntries(fields.map(([field, schema]) => [field, inside(schema, field)]));
}

function numberExample({ minimum = 0, exclusiveMinimum }, name) {
  if (/Minor$/.test(name)) return Math.max(minimum, 2500);
  const least = exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : minimum;
  return Math.max(least, Math.min(1, least + 1));
}

function textExample({ format, pattern, minLength = 0, maxLength = 80 }, name) {
  if (TEXTS[format]) return TEXTS[format];
  if (/At$|Time$/.test(name) && maxLength >= 24) return TEXTS['date-time'];
  if (/currency/i.test(name)) return 'NOK';
  if (/(^id|Id)$/.test(name)) return TEXTS.uuid.slice(0, maxLength);
  if (/orderNo/i.test(name)) return '20260131100000000042';
  if (/imei/i.test(name)) return '860000000000001';
  if (pattern) return name ? `<${name}>` : '<text>';
  return 'text'.padEnd(minLength, 'x').slice(0, maxLength);
}

/** Where an answer is an envelope: what a success looks like. */
export function successOf(schema) {
  return schema?.oneOf?.[0] ?? schema;
}
