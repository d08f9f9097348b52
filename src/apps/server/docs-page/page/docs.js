import { exampleOf, successOf } from './example.js';
import { byId, h, language, onLanguage, prose, switchLanguage, switchTheme, t } from './frame.js';
import { parameterTable, schemaTable } from './schema.js';
import { pretty, tryForm } from './try.js';

/** Which group a call is in: the index knows. */
const links = [...document.querySelectorAll('#index a[data-group]')];
const groupOf = new Map(links.map((link) => [link.hash.slice(1), link.dataset.group]));
const groups = new Map();
const content = byId('content');
const welcome = [...content.children];
let shown;

/** One group at a time: the whole document is megabytes. */
function load(name) {
  if (!groups.has(name)) {
    const loading = fetch(`/api/docs/groups/${name}.json`).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    });
    groups.set(name, loading);
    loading.catch(() => groups.delete(name));
  }
  return groups.get(name);
}

async function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const [kind, name, schema] = hash.split('/');
  const group = ['group', 'schema'].includes(kind) ? name : groupOf.get(hash);
  markCurrent(hash, group);
  document.body.classList.remove('index-open');
  byId('index-toggle').setAttribute('aria-expanded', 'false');
  if (!group) {
    shown = undefined;
    content.replaceChildren(...welcome);
    return;
  }
  try {
    const data = await load(group);
    if (decodeURIComponent(location.hash.slice(1)) !== hash) return;
    show(group, data);
    reveal(schema ? `schema-${schema}` : kind === 'group' ? 'group-title' : hash);
  } catch {
    shown = undefined;
    content.replaceChildren(h('p', { class: 'warning' }, t('unreachable')));
  }
}

function reveal(id) {
  const target = byId(id);
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView({ block: 'start' });
  (target.querySelector('summary') ?? target).focus({ preventScroll: true });
}

function markCurrent(hash, group) {
  for (const link of links) {
    if (link.hash.slice(1) === hash) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const current = group && byId(`index-${group}`);
  if (current && !current.open) current.open = true;
  document.querySelector('#index a[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function show(group, data) {
  const key = `${group} ${language()}`;
  if (shown === key) return;
  shown = key;
  const context = { group, schemas: data.schemas };
  const names = Object.keys(data.schemas).sort();
  content.replaceChildren(
    h('h1', { id: 'group-title', tabindex: -1 }, t(`groups.${group}`)),
    h('p', { class: 'lead' }, ...prose(group === 'webhooks-sent' ? t('webhooksLead') : data.about)),
    ...data.operations.map((operation) => operationBlock(operation, context)),
    names.length > 0 && h('h2', {}, t('schemas')),
    ...names.map((name) =>
      lazily('schema', `schema-${name}`, [h('code', {}, name)], () => [schemaTable({ $ref: `#/${name}` }, context)]),
    ),
  );
}

/** Closed until it is wanted, and drawn then. */
function lazily(className, id, summary, draw) {
  const block = h('details', { class: className, id }, h('summary', {}, ...summary));
  block.addEventListener('toggle', () => {
    if (block.open && block.childElementCount === 1)
      block.append(h('div', { class: 'inside' }, ...draw().filter(Boolean)));
  });
  return block;
}

const method = (name) => h('span', { class: `method ${name.toLowerCase()}` }, name);

function operationBlock(operation, context) {
  const head = [
    method(operation.method),
    h('span', { class: 'what' }, h('span', { class: 'summary' }, operation.summary), h('code', {}, operation.path)),
  ];
  return lazily('operation', operation.id, head, () => drawOperation(operation, context));
}

function drawOperation(operation, context) {
  const { parameters, body, answer, refusals, description, security, isWebhook } = operation;
  const success = successOf(answer?.schema);
  const result = success?.properties?.result;
  return [
    h(
      'p',
      { class: 'facts' },
      description && h('span', {}, ...prose(description)),
      ' ',
      h('span', { class: 'faint' }, isWebhook ? t('isWebhook') : t(`security.${security}`)),
      ' ',
      h('a', { href: `#${operation.id}` }, t('linkHere')),
    ),
    operation.movesMoney && h('p', { class: 'warning' }, t('movesMoney')),
    parameters.length > 0 && h('h2', {}, t('parameters')),
    parameters.length > 0 && parameterTable(parameters, context),
    body && h('h2', {}, t('body'), h('span', { class: 'faint' }, ` ${body.type}`)),
    body && schemaTable(body.schema, context),
    body && example(exampleOf(body.schema, context.schemas)),
    answer && h('h2', {}, t('answer'), h('span', { class: 'faint' }, ` ${answer.status} · ${answer.type}`)),
    answer && result && h('p', { class: 'faint' }, t('inEnvelope')),
    answer && schemaTable(result ?? success, context),
    answer && /json/.test(answer.type) && example(exampleOf(success, context.schemas)),
    refusals.length > 0 &&
      lazily('refusals', undefined, [t('otherAnswers')], () => [
        h('ul', {}, ...refusals.map((one) => h('li', {}, h('strong', {}, one.status), ' ', ...prose(one.description)))),
      ]),
    !isWebhook && lazily('try-box', undefined, [t('try.title')], () => [tryForm(operation, context)]),
  ].filter(Boolean);
}

const example = (value) =>
  lazily('example', undefined, [t('example')], () => [
    h('pre', { tabindex: 0, role: 'group', 'aria-label': t('example') }, pretty(value)),
  ]);

/** Every word must be in the call's words, address or group; what fits is opened. */
function search() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of document.querySelectorAll('#index details')) {
    let fits = 0;
    const title = group.querySelector('summary').textContent.toLowerCase();
    for (const link of group.querySelectorAll('a')) {
      const text = `${title} ${link.textContent} ${link.dataset.path ?? ''} ${link.hash}`.toLowerCase();
      const isIn = words.every((word) => text.includes(word));
      link.parentElement.hidden = !isIn;
      if (isIn) fits += 1;
    }
    group.hidden = fits === 0;
    group.open = words.length > 0 && fits > 0;
    found += fits;
  }
  byId('found').textContent = words.length === 0 ? '' : t('found', { count: found });
}

onLanguage(() => {
  document.documentElement.lang = language();
  for (const target of document.querySelectorAll('[data-text]')) target.textContent = t(target.dataset.text);
  for (const target of welcome.flatMap((one) => [one, ...one.querySelectorAll('[data-prose]')]))
    if (target.dataset.prose) target.replaceChildren(...prose(t(target.dataset.prose)));
  for (const target of document.querySelectorAll('[data-label]'))
    target.setAttribute('aria-label', t(target.dataset.label));
  byId('search').placeholder = t('search');
  void follow();
});
byId('language').addEventListener('click', switchLanguage);
byId('theme').addEventListener('click', switchTheme);
byId('search').addEventListener('input', search);
byId('index-toggle').addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('index-open');
  byId('index-toggle').setAttribute('aria-expanded', String(isOpen));
});
addEventListener('hashchange', () => void follow());
