import { TEXTS } from './texts.js';

const STORED = 'simulator-language';
let language = localStorage.getItem(STORED) ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US');
const t = (key) => TEXTS[language][key] ?? key;
const byId = (id) => document.getElementById(id);
let shown = '';

function translate() {
  document.documentElement.lang = language;
  document.title = t('messages');
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
  byId('language').textContent = t('language');
  shown = '';
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function row(message) {
  const item = document.createElement('li');
  const head = element('div', 'bar', '');
  const pill = element('span', 'pill', t(message.channel));
  pill.dataset.tone = message.channel === 'sms' ? 'good' : 'warn';
  head.append(
    pill,
    element('strong', '', message.to),
    element('span', '', message.from),
    element('time', '', new Date(message.at).toLocaleString(language)),
  );
  item.append(head);
  if (message.subject) item.append(element('h2', '', message.subject));
  item.append(element('p', 'message-text', message.text));
  return item;
}

async function refresh() {
  const to = byId('to').value.trim();
  const answer = await fetch(`/outbox${to ? `?to=${encodeURIComponent(to)}` : ''}`);
  const messages = await answer.json();
  const now = JSON.stringify(messages.map((message) => message.id)) + to;
  if (now === shown) return;
  shown = now;
  byId('messages').replaceChildren(
    ...(messages.length > 0 ? messages.map(row) : [element('li', 'facts', t('noMessages'))]),
  );
}

async function watch() {
  try {
    await refresh();
    if (byId('said').textContent !== '') byId('said').textContent = '';
  } catch {
    byId('said').textContent = t('unreachable');
  }
  setTimeout(watch, 1000);
}

byId('to').addEventListener('input', () => void refresh().catch(() => {}));
byId('language').addEventListener('click', () => {
  language = language === 'en-US' ? 'zh-CN' : 'en-US';
  localStorage.setItem(STORED, language);
  translate();
  void refresh().catch(() => {});
});

translate();
watch();
