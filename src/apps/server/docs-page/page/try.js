import { exampleOf } from './example.js';
import { h, language, stored, t } from './frame.js';

const LONGEST_ANSWER = 60_000;
const LONGEST_WAIT_MS = 20_000;
/** Pasted for this visit only: a token is never stored by this page. */
let pasted = '';

/** A form that sends the call and shows what came. */
export function tryForm(operation, context) {
  const fields = new Map();
  const inputs = operation.parameters
    .filter(({ name }) => name !== 'language')
    .map((parameter) => parameterInput(parameter, fields));
  const isUpload = operation.body?.type === 'multipart/form-data';
  const body =
    operation.body &&
    h(
      'textarea',
      { rows: 8, spellcheck: 'false', 'aria-label': t('try.body') },
      pretty(exampleOf(operation.body.schema, context.schemas, { full: false })),
    );
  const token = credentialInput(operation);
  const answer = h('div', { class: 'answer', role: 'status' });
  const send = h('button', { type: 'submit', class: 'primary' }, t('try.send'));
  const form = h(
    'form',
    {
      class: 'try',
      submit: async (event) => {
        event.preventDefault();
        send.disabled = true;
        answer.replaceChildren(h('p', {}, t('try.waiting')));
        answer.replaceChildren(...(await attempt(() => ask(operation, fields, body, token.value()))));
        send.disabled = false;
      },
    },
    operation.movesMoney && h('p', { class: 'warning' }, t('try.movesMoney')),
    !operation.movesMoney && operation.changesData && h('p', { class: 'note' }, t('try.changesData')),
    token.field,
    h('div', { class: 'inputs' }, ...inputs),
    body && h('label', { class: 'field' }, h('span', {}, t('try.body')), body),
    isUpload ? h('p', { class: 'note' }, t('try.upload')) : h('div', { class: 'buttons' }, send),
    answer,
  );
  return form;
}

function parameterInput(parameter, fields) {
  const { name, in: place, required, schema = {} } = parameter;
  const value = name === 'tenant-id' ? String(stored('TENANT_ID') ?? '1000') : '';
  const input = schema.enum
    ? h(
        'select',
        {},
        h('option', { value: '' }, '—'),
        ...schema.enum.map((one) => h('option', { value: one }, String(one))),
      )
    : h('input', {
        value,
        required: required && 'required',
        placeholder: schema.default === undefined ? undefined : String(schema.default),
      });
  fields.set(parameter, input);
  return h(
    'label',
    { class: 'field' },
    h(
      'span',
      {},
      name,
      h('span', { class: 'faint' }, ` ${t(`place.${place}`)}${required ? ` · ${t('required')}` : ''}`),
    ),
    input,
  );
}

/** The session of the console where there is one, or what is pasted. */
function credentialInput({ security }) {
  if (security === 'open') return { field: h('p', { class: 'note' }, t('try.open')), value: () => '' };
  const session = security === 'session' ? stored('Access-Token') : undefined;
  const input = h('input', {
    type: 'password',
    autocomplete: 'off',
    value: pasted,
    input: () => (pasted = input.value),
  });
  const hint = session ? t('try.sessionFound') : t(security === 'session' ? 'try.noSession' : 'try.clientKey');
  return {
    field: h(
      'label',
      { class: 'field' },
      h('span', {}, t(security === 'session' ? 'try.token' : 'try.key'), h('span', { class: 'faint' }, ` ${hint}`)),
      input,
    ),
    value: () => input.value.trim() || session || '',
  };
}

async function ask(operation, fields, body, token) {
  const headers = { Accept: 'application/json, */*', language: language() };
  const query = new URLSearchParams();
  let path = operation.path;
  for (const [{ name, in: place }, { value }] of fields) {
    if (value === '') continue;
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === 'query') query.set(name, value);
    else headers[name] = value;
  }
  if (token)
    Object.assign(
      headers,
      operation.security === 'storefront' ? { Authorization: `Bearer ${token}` } : { 'X-Access-Token': token },
    );
  if (body) {
    JSON.parse(body.value || '{}');
    headers['Content-Type'] = 'application/json';
  }
  const began = performance.now();
  const answer = await fetch(`${path}${query.size > 0 ? `?${query}` : ''}`, {
    ...{
      method: operation.method,
      headers,
      credentials: 'omit',
      cache: 'no-store',
      body: body ? body.value || '{}' : undefined,
    },
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  });
  const text = await answer.text();
  return shown(answer, text, Math.round(performance.now() - began));
}

function shown(answer, text, ms) {
  const value = parsed(text);
  const needsPassword = value?.problem === 'session.step-up-required';
  const all = value === undefined ? text : pretty(value);
  const cut = all.length > LONGEST_ANSWER;
  const good = answer.ok && value?.success !== false;
  return [
    h(
      'p',
      { class: 'result' },
      h('strong', { class: good ? 'good' : 'bad' }, String(answer.status)),
      ` ${t('try.took', { ms, size: text.length.toLocaleString(language()) })}`,
    ),
    needsPassword && h('p', { class: 'note' }, t('try.password')),
    h(
      'pre',
      { tabindex: 0, role: 'group', 'aria-label': t('answer') },
      cut ? `${all.slice(0, LONGEST_ANSWER)}\n…` : all || t('try.empty'),
    ),
  ].filter(Boolean);
}

async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    const key =
      error.name === 'TimeoutError' ? 'try.tooLong' : error instanceof SyntaxError ? 'try.noJson' : 'try.unreachable';
    return [h('p', { class: 'warning' }, t(key))];
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const pretty = (value) => JSON.stringify(value, null, 2);
