import { TEXTS } from './texts.js';

const STORED = 'simulator-language';
let language = localStorage.getItem(STORED) ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US');
const t = (key) => TEXTS[language][key] ?? key;
const byId = (id) => document.getElementById(id);
const said = byId('said');

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.error ?? String(answer.status));
  return result;
}

function button(key, perform, { about = '', tone = '' } = {}) {
  const element = document.createElement('button');
  element.type = 'button';
  element.dataset.key = key;
  if (about) element.dataset.about = about;
  if (tone) element.dataset.tone = tone;
  element.addEventListener('click', async () => {
    try {
      await perform();
      said.textContent = `${t('done')}: ${t(key)} ${about}`;
      await refresh();
    } catch (error) {
      said.textContent = `${t('failed')}: ${error.message}`;
    }
  });
  return element;
}

/** Only what changed is touched, so that focus and an open list stay where they are. */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setRows(parent, texts, tag = 'li') {
  while (parent.children.length > texts.length) parent.lastElementChild.remove();
  while (parent.children.length < texts.length) parent.append(document.createElement(tag));
  texts.forEach((text, index) => {
    setText(parent.children[index], text);
  });
}

function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) setText(element, t(element.dataset.text));
  for (const element of document.querySelectorAll('[data-key]')) {
    setText(element, t(element.dataset.key));
    if (element.dataset.about)
      element.setAttribute('aria-label', `${t(element.dataset.key)}: ${element.dataset.about}`);
  }
  setText(byId('language'), t('language'));
}

const fault = (kind, more = {}) =>
  button(kind, () => call('POST', '/provider/faults', { kind, ...more }), { tone: 'bad' });
byId('provider-buttons').append(
  fault('decline'),
  fault('requireAction'),
  fault('loseAnswer'),
  fault('webhookLate', { seconds: 30 }),
  fault('webhookTwice'),
  fault('webhookOutOfOrder'),
  fault('webhookBadSignature'),
  fault('failRefund'),
  fault('pendingRefund', { seconds: 15 }),
  button('forget', () => call('DELETE', '/provider/faults')),
);
byId('customers-buttons').append(
  button('start', () => call('POST', '/customers/start')),
  button('stop', () => call('POST', '/customers/stop')),
  button('buyNow', () => call('POST', '/customers/buyNow', { paymentMethod: 'pm_card_visa' })),
  button('buyDeclined', () => call('POST', '/customers/buyNow', { paymentMethod: 'pm_card_chargeDeclined' })),
);
byId('language').addEventListener('click', () => {
  language = language === 'en-US' ? 'zh-CN' : 'en-US';
  localStorage.setItem(STORED, language);
  said.textContent = '';
  translate();
  refresh();
});

const cards = new Map();

/** Of two opposite buttons only the one that makes sense now is there; the focus goes along. */
function offer(article, keys, first) {
  const [one, other] = keys.map((key) => article.querySelector(`[data-key="${key}"]`));
  const [shown, hidden] = first ? [one, other] : [other, one];
  shown.hidden = false;
  if (document.activeElement === hidden) shown.focus();
  hidden.hidden = true;
}

function makeCard(robot) {
  const article = byId('robot').content.firstElementChild.cloneNode(true);
  const about = robot.name;
  const ask = (kind, more = {}) => call('POST', `/robots/${robot.imei}/faults`, { kind, ...more });
  const select = document.createElement('select');
  for (const { code } of robot.materials) select.append(new Option(code, code));
  setText(article.querySelector('h3'), robot.name);
  article.querySelector('h3').title = robot.imei;
  article.querySelector('.buttons').append(
    button('pullPlug', () => ask('pullPlug'), { about, tone: 'bad' }),
    button('plugIn', () => ask('plugIn'), { about }),
    button('dropConnection', () => ask('dropConnection'), { about, tone: 'bad' }),
    button('failDrink', () => ask('failDrink'), { about, tone: 'bad' }),
    button('leaveDrink', () => ask('leaveDrink'), { about, tone: 'bad' }),
    button('slow', () => ask('slow', { factor: 3 }), { about, tone: 'bad' }),
    button('normalSpeed', () => ask('slow', { factor: 1 }), { about }),
    button('clockSkew', () => ask('clockSkew', { seconds: 600 }), { about, tone: 'bad' }),
    button('clockRight', () => ask('clockSkew', { seconds: 0 }), { about }),
    button('warmFridge', () => ask('warmFridge', { on: true }), { about, tone: 'bad' }),
    button('coolFridge', () => ask('warmFridge', { on: false }), { about }),
    select,
    button('emptyMaterial', () => ask('emptyMaterial', { material: select.value }), { about, tone: 'bad' }),
    button('refill', () => ask('refill'), { about }),
    button('takeDrinks', () => ask('takeDrinks'), { about }),
  );
  byId('robots').append(article);
  return { article, select };
}

function showRobot(robot) {
  let card = cards.get(robot.imei);
  if (!card) {
    card = makeCard(robot);
    cards.set(robot.imei, card);
    translate();
  }
  const { article, select } = card;
  const isMaintained = robot.mode === 'maintain';
  const pill = article.querySelector('.pill');
  setText(
    pill,
    !robot.powered ? t('noPower') : !robot.online ? t('offline') : isMaintained ? t('maintain') : t('online'),
  );
  pill.dataset.tone = robot.online ? (isMaintained ? 'warn' : 'good') : 'bad';
  const placed = robot.outlets
    .map((outlet) => ({ notProduced: '○', placed: '●', opened: '◐' })[outlet.state] ?? '?')
    .join(' ');
  setText(
    article.querySelector('.facts'),
    [
      `${robot.tenantId} · ${robot.imei}`,
      robot.making ? `${t('making')} ${robot.making}` : t('idle'),
      `${t('queue')} ${robot.queue}`,
      placed,
    ].join(' · '),
  );
  const trouble = robot.faults.map((one) => one.text ?? one.code);
  if (robot.refusedBecause && !robot.online) trouble.push(robot.refusedBecause);
  if (robot.clockSkewSeconds !== 0) trouble.push(`${t('clockOff')} ${robot.clockSkewSeconds} s`);
  if (robot.slowness !== 1) trouble.push(`${t('slowed')} ×${robot.slowness}`);
  if (robot.unacknowledged > 0) trouble.push(`${robot.unacknowledged} ${t('unsent')}`);
  if (robot.waitingFaults.length > 0) trouble.push(`${t('waits')}: ${robot.waitingFaults.map(t).join(', ')}`);
  setText(article.querySelector('.trouble'), trouble.join(' · '));
  offer(article, ['pullPlug', 'plugIn'], robot.powered);
  offer(article, ['slow', 'normalSpeed'], robot.slowness === 1);
  offer(article, ['clockSkew', 'clockRight'], robot.clockSkewSeconds === 0);
  offer(article, ['warmFridge', 'coolFridge'], !robot.faults.some((one) => one.code === 'fridge-warm'));
  select.setAttribute('aria-label', `${t('material')}: ${robot.name}`);
  const materials = article.querySelector('.materials');
  while (materials.children.length < robot.materials.length) {
    const item = document.createElement('li');
    const label = document.createElement('label');
    label.append(document.createElement('span'), document.createElement('meter'));
    item.append(label);
    materials.append(item);
  }
  robot.materials.forEach((material, index) => {
    const item = materials.children[index];
    const meter = item.querySelector('meter');
    setText(item.querySelector('span'), `${material.code} ${material.level}`);
    meter.max = material.capacity;
    meter.low = material.capacity * 0.15;
    meter.optimum = material.capacity;
    meter.value = material.level;
  });
}

function showBalances(balances) {
  const body = byId('balances');
  while (body.children.length > balances.length) body.lastElementChild.remove();
  while (body.children.length < balances.length) body.append(document.createElement('tr'));
  balances.forEach((balance, index) => {
    const digits = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: balance.currency.toUpperCase(),
    }).resolvedOptions().maximumFractionDigits;
    const money = (minor) => (minor / 10 ** digits).toLocaleString(language, { minimumFractionDigits: digits });
    setRows(
      body.children[index],
      [
        balance.account,
        balance.currency.toUpperCase(),
        money(balance.chargedMinor),
        money(balance.refundedMinor),
        money(balance.balanceMinor),
      ],
      'td',
    );
    for (const cell of [...body.children[index].children].slice(2)) cell.className = 'number';
  });
}

async function refresh() {
  const state = await call('GET', '/state');
  setText(byId('clock'), new Date(state.now).toLocaleTimeString(language));
  for (const robot of state.robots) showRobot(robot);
  const { customers, provider } = state;
  const open = byId('customers-state');
  setText(open, customers.running ? t('coming') : t('closed'));
  open.dataset.tone = customers.running ? 'good' : 'warn';
  setText(byId('customers-inside'), `${customers.inShop} ${t('inside')}`);
  setRows(
    byId('customers-last'),
    customers.last.map(
      (visit) =>
        `${new Date(visit.at).toLocaleTimeString(language)} · ${visit.tenantId} · ${visit.end} ${visit.orderNo ?? ''}`,
    ),
  );
  setText(byId('provider-waiting'), `${provider.webhooksWaiting} ${t('webhooksWaiting')}`);
  setRows(
    byId('provider-faults'),
    provider.faults.map((waiting) => `${t('waits')}: ${t(waiting.kind)} × ${waiting.times}`),
  );
  showBalances(provider.balances);
}

async function watch() {
  try {
    await refresh();
    if (said.textContent === t('unreachable')) said.textContent = '';
  } catch {
    said.textContent = t('unreachable');
  }
  setTimeout(watch, 1000);
}

translate();
watch();
