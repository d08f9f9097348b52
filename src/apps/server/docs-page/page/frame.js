/** What every part of the page uses: elements, texts in the reader's language, what the console has stored. */

const PACKS = JSON.parse(document.getElementById('texts').textContent);
const listeners = new Set();

/** The console's own way of storing, so that language, theme and session are one (`platform/storage/web/stored.ts`). */
export function stored(key) {
  try {
    const { value, expire } = JSON.parse(localStorage.getItem(`pro__${key}`)) ?? {};
    return expire && expire < Date.now() ? undefined : value;
  } catch {
    return undefined;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(`pro__${key}`, JSON.stringify({ value, expire: null }));
  } catch {
    // storage is blocked: until the page is closed
  }
}

function firstLanguage() {
  const asked = new URL(location.href).searchParams.get('language') ?? stored('LANGUAGE');
  if (asked in PACKS) return asked;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US';
}

let current = firstLanguage();
export const language = () => current;

/** `t('try.took', { ms: 12 })` */
export function t(key, given = {}) {
  const text = key.split('.').reduce((pack, part) => pack?.[part], PACKS[current]) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(given[name] ?? ''));
}

/** Called now, and again in each language that is chosen. */
export function onLanguage(draw) {
  listeners.add(draw);
  draw();
}

export function switchLanguage() {
  current = current === 'en-US' ? 'zh-CN' : 'en-US';
  store('LANGUAGE', current);
  for (const draw of listeners) draw();
}

export function switchTheme() {
  const theme = document.documentElement.dataset.theme === 'dark' ? '' : 'dark';
  document.documentElement.dataset.theme = theme;
  store('DEFAULT_THEME', theme || 'light');
}

/** `h('a', { href: '#x' }, 'text', child)`; a function among the attributes is a listener. Nothing is ever read as HTML. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return made;
}

/** Words between back quotes are code. */
export function prose(text) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? h('code', {}, part) : part));
}

export const byId = (id) => document.getElementById(id);
