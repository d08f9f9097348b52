import { TEXTS } from './texts.js';

const STORED = 'simulator-language';
const LANGUAGES = ['en-US', 'zh-CN'];

/** The one that the console linked here with, else the one chosen here, else the browser's. */
function firstLanguage() {
  const asked = new URL(location.href).searchParams.get('language');
  const found = [asked, localStorage.getItem(STORED)].find((tag) => LANGUAGES.includes(tag));
  return found ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US');
}

let current = firstLanguage();
const listeners = [];

export const language = () => current;
export const t = (key) => TEXTS[current][key] ?? key;
/** A name that is there in both languages. */
export const nameOf = ({ name, nameZh }) => (current === 'zh-CN' && nameZh ? nameZh : name);
/** By a clock of 24 hours, as the demo's tenants read it. */
export const timeOf = (date) => new Date(date).toLocaleTimeString(current, { hourCycle: 'h23' });
export const byId = (id) => document.getElementById(id);

/** Called now, and again in each language that is chosen. */
export function onLanguage(draw) {
  listeners.push(draw);
  draw();
}

export function element(tag, className = '', text = '') {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Only what changed is touched, so that focus and an open list stay where they are. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** As many children as there are entries, each shown by `show(child, entry)`; made anew only where there are too few. */
export function showEach(parent, entries, make, show) {
  while (parent.children.length > entries.length) parent.lastElementChild.remove();
  while (parent.children.length < entries.length) parent.append(make());
  entries.forEach((entry, index) => {
    show(parent.children[index], entry);
  });
}

export async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error ?? String(answer.status));
  return result;
}

export function say(text) {
  setText(byId('said'), text);
}

/** Shows `refresh` every second, and says so while the simulator does not answer. */
export function watch(refresh) {
  const again = async () => {
    try {
      await refresh();
      if (byId('said').textContent === t('unreachable')) say('');
    } catch {
      say(t('unreachable'));
    }
    setTimeout(again, 1000);
  };
  void again();
  onLanguage(() => void refresh().catch(() => {}));
}

/** A button that does something to the simulated world, and says that it is done. `about`: what it is done to. */
export function actionButton(key, perform, refresh, about = () => '') {
  const button = element('button', 'button');
  button.type = 'button';
  button.dataset.key = key;
  button.addEventListener('click', async () => {
    try {
      await perform();
      say([t('done'), t(key), about()].filter(Boolean).join(' · '));
      await refresh();
    } catch (error) {
      say(`${t('failed')}: ${error.message}`);
    }
  });
  onLanguage(() => {
    setText(button, t(key));
    if (about()) button.setAttribute('aria-label', `${t(key)}: ${about()}`);
  });
  return button;
}

onLanguage(() => {
  document.documentElement.lang = current;
  document.title = `${t(document.body.dataset.title)} · Smart IOT Device`;
  for (const target of document.querySelectorAll('[data-text]')) setText(target, t(target.dataset.text));
  for (const target of document.querySelectorAll('[data-label]'))
    target.setAttribute('aria-label', t(target.dataset.label));
  setText(byId('language'), t('language'));
});
byId('language').addEventListener('click', () => {
  current = current === 'en-US' ? 'zh-CN' : 'en-US';
  localStorage.setItem(STORED, current);
  say('');
  for (const draw of listeners) draw();
});
