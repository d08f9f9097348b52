import { nameOfReference, resolve } from './example.js';
import { h, prose, t } from './frame.js';

/** A table of the fields of an object; what is inside of a field opens below it, drawn when it is asked for. */
export function schemaTable(schema, context) {
  const one = resolve(schema, context.schemas);
  const fields = Object.entries(allProperties(one, context.schemas));
  if (fields.length === 0)
    return h('p', { class: 'type' }, ...typeWords(schema, context), limitsOf(one) && ` · ${limitsOf(one)}`);
  const required = new Set(
    one.required ?? (one.allOf ?? []).flatMap((part) => resolve(part, context.schemas).required ?? []),
  );
  return table(
    [t('field'), t('type'), t('required'), t('limits')],
    fields.flatMap(([name, field]) => fieldRows({ name, schema: field, required: required.has(name) }, context)),
  );
}

export function parameterTable(parameters, context) {
  return table(
    [t('field'), t('type'), t('required'), t('limits')],
    parameters.flatMap(({ name, in: place, required, schema, description }) =>
      fieldRows(
        { name, schema: { ...schema, description: description ?? schema?.description }, required, place },
        context,
      ),
    ),
  );
}

function allProperties(one, schemas) {
  if (!one.allOf) return one.properties ?? {};
  return Object.assign({}, one.properties, ...one.allOf.map((part) => allProperties(resolve(part, schemas), schemas)));
}

function table(heads, rows) {
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t('fields') },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', {}, ...rows),
    ),
  );
}

function fieldRows({ name, schema, required, place }, context) {
  const one = resolve(schema, context.schemas);
  const inner = innerOf(schema, context.schemas);
  const description = schema.description ?? one.description;
  const row = h(
    'tr',
    {},
    h('td', {}, h('code', {}, name), place && h('span', { class: 'faint' }, ` ${t(`place.${place}`)}`)),
    h('td', {}, ...typeWords(schema, context), inner && opener(inner, context, name)),
    h('td', {}, required ? h('span', { class: 'required' }, t('yes')) : h('span', { class: 'faint' }, t('no'))),
    h('td', {}, limitsOf(one), description && h('p', {}, ...prose(description))),
  );
  return [row];
}

/** A button; the first press draws the fields below the row. */
function opener(inner, context, name) {
  const button = h(
    'button',
    { type: 'button', class: 'opener', 'aria-expanded': 'false', 'aria-label': t('showFieldsOf', { name }) },
    '▸ ',
    t('showFields'),
  );
  let shown;
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
    shown ??= h(
      'tr',
      { class: 'inner' },
      h('td', { colspan: 4 }, ...inner.map((schema) => schemaTable(schema, context))),
    );
    if (isOpen) shown.remove();
    else button.closest('tr').after(shown);
  });
  return button;
}

/** The objects inside of a field: its own, those of a list, and each that it may be. */
function innerOf(schema, schemas, depth = 0) {
  const one = resolve(schema, schemas);
  if (depth > 3) return undefined;
  const found = [one, one.items, ...(one.anyOf ?? []), ...(one.oneOf ?? [])].flatMap((option) => {
    const candidate = resolve(option, schemas);
    if (Object.keys(allProperties(candidate, schemas)).length > 0) return [option];
    return option && option !== one ? (innerOf(option, schemas, depth + 1) ?? []) : [];
  });
  return found.length > 0 ? found : undefined;
}

/** `list of OrderLine`, `text or null`; names of schemas lead to their table. */
export function typeWords(schema, context) {
  const reference = nameOfReference(schema);
  if (reference) return [h('a', { href: `#schema/${context.group}/${reference}` }, reference)];
  const one = schema ?? {};
  if (one.const !== undefined) return [h('code', {}, JSON.stringify(one.const))];
  if (one.enum) return one.enum.flatMap((value, at) => [at > 0 ? ' | ' : '', h('code', {}, JSON.stringify(value))]);
  const options = one.anyOf ?? one.oneOf;
  if (options) return options.flatMap((option, at) => [at > 0 ? t('or') : '', ...typeWords(option, context)]);
  if (one.allOf) return one.allOf.flatMap((part, at) => [at > 0 ? ' + ' : '', ...typeWords(part, context)]);
  if (one.type === 'array') return [t('listOf'), ...typeWords(one.items, context)];
  const types = [one.type ?? 'any'].flat();
  return [types.map((type) => t(`types.${type}`)).join(t('or')) + (one.format ? ` (${one.format})` : '')];
}

const FARTHEST = Number.MAX_SAFE_INTEGER;

/** What a value must keep to, beside its type. */
export function limitsOf(one) {
  const least = one.minimum === -FARTHEST ? undefined : (one.minimum ?? one.exclusiveMinimum);
  const most = one.maximum === FARTHEST ? undefined : (one.maximum ?? one.exclusiveMaximum);
  const range = (from, to, unit) => {
    if (from === undefined && to === undefined) return undefined;
    const words = from === undefined ? `≤ ${to}` : to === undefined ? `≥ ${from}` : `${from}–${to}`;
    return unit ? `${words} ${t(unit)}` : words;
  };
  return [
    range(least, most),
    range(one.minLength, one.maxLength, 'characters'),
    range(one.minItems, one.maxItems, 'entries'),
    one.pattern && !one.format ? one.pattern : undefined,
    one.default === undefined ? undefined : t('defaultIs', { value: JSON.stringify(one.default) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
