import { actionButton, byId, call, element, nameOf, onLanguage, setText, showEach, t } from './frame.js';

const LOW = 0.12;
const HALF_EMPTY = 0.3;
const OUTLETS = { notProduced: '○', placed: '●', opened: '◐' };
const cards = new Map();
const sections = new Map();

/** All robots, under the spot where they stand. */
export function showRobots(state, refresh) {
  const places = state.places.flatMap((tenant) => tenant.spots.map((spot) => ({ ...spot, tenant })));
  for (const place of places) showSpot(place, state);
  for (const robot of state.robots) {
    if (!cards.has(robot.imei)) cards.set(robot.imei, makeCard(robot, refresh));
    const card = cards.get(robot.imei);
    const grid = sections.get(robot.spotId)?.grid ?? otherGrid();
    if (card.article.parentElement !== grid) grid.append(card.article);
    showRobot(card, robot, state);
  }
}

function otherGrid() {
  if (!sections.has('')) addSection('');
  return sections.get('').grid;
}

function addSection(key) {
  const section = element('section', 'spot');
  const head = element('header');
  head.append(element('h3'), element('p', 'soft'));
  const grid = element('div', 'robots');
  section.append(head, grid);
  byId('spots').append(section);
  sections.set(key, { head, grid });
}

function showSpot(place, { customers }) {
  if (!sections.has(place.spotId)) addSection(place.spotId);
  const [title, facts] = sections.get(place.spotId).head.children;
  setText(title, nameOf(place));
  const pace = customers.places.find((one) => one.spotId === place.spotId);
  const about = pace ? [t(pace.rhythm), `${pace.perHourNow} ${t('perHour')}`, `${pace.inShop} ${t('inside')}`] : [];
  setText(facts, [nameOf(place.tenant), ...about].join(' · '));
}

function makeCard({ imei, name }, refresh) {
  const about = () => name;
  const ask = (kind, more = {}) => call('POST', `/robots/${imei}/faults`, { kind, ...more });
  const button = (key, kind = key, more = {}) => actionButton(key, () => ask(kind, more), refresh, about);
  const article = element('article', 'card robot');
  const head = element('header');
  const title = element('h4');
  title.append(element('a', '', name));
  head.append(title, element('span', 'state'));
  const tanks = element('ul', 'tanks');
  const buttons = element('div', 'buttons');
  buttons.append(
    button('pullPlug'),
    button('plugIn'),
    button('failDrink'),
    button('warmFridge', 'warmFridge', { on: true }),
    button('coolFridge', 'warmFridge', { on: false }),
    button('openDoor', 'openDoor', { on: true }),
    button('shutDoor', 'openDoor', { on: false }),
  );
  const more = element('details', 'more');
  const summary = element('summary');
  onLanguage(() => setText(summary, t('more')));
  const others = element('div', 'buttons');
  others.append(
    button('dropConnection'),
    button('leaveDrink'),
    button('slow', 'slow', { factor: 3 }),
    button('normalSpeed', 'slow', { factor: 1 }),
    button('clockSkew', 'clockSkew', { seconds: 600 }),
    button('clockRight', 'clockSkew', { seconds: 0 }),
    button('refuseSettings', 'settings', { answer: 'refuse' }),
    button('takeSettings', 'settings', { answer: 'take' }),
    button('changedByHand', 'changedByHand', { reportIntervalSeconds: 120, reportType: 'scheduled' }),
    button('takeDrinks'),
    button('losePos', 'losePos', { on: true }),
    button('findPos', 'losePos', { on: false }),
    button('refill'),
  );
  more.append(summary, others);
  article.append(head, element('p', 'facts soft'), element('p', 'trouble'), tanks, buttons, more);
  const pour = (code, isEmpty) => ask(isEmpty ? 'refill' : 'emptyMaterial', { material: code });
  return { article, tanks, makeTank: () => makeTank(name, pour, refresh) };
}

/** A container that is emptied by a press, and filled by the next one. */
function makeTank(robotName, pour, refresh) {
  const item = element('li');
  const button = element('button', 'tank');
  button.type = 'button';
  const glass = element('span', 'glass');
  glass.append(element('span', 'level'));
  button.append(glass, element('span', 'tank-name'));
  button.addEventListener('click', async () => {
    try {
      await pour(button.dataset.code, button.dataset.empty === 'true');
    } finally {
      await refresh();
    }
  });
  item.append(button);
  item.robotName = robotName;
  return item;
}

function showTank(item, { code, level, capacity }) {
  const button = item.firstElementChild;
  const share = Math.min(1, level / capacity);
  const name = t(`material.${code}`).replace(/^material\./, '');
  const percent = `${Math.round(share * 100)} %`;
  button.dataset.code = code;
  button.dataset.empty = String(level === 0);
  button.dataset.tone = share < LOW ? 'bad' : share < HALF_EMPTY ? 'warn' : 'good';
  const label = `${t(level === 0 ? 'fillTank' : 'emptyTank')}: ${name} ${percent}, ${item.robotName}`;
  if (button.title !== label) {
    button.title = label;
    button.setAttribute('aria-label', label);
  }
  button.querySelector('.level').style.blockSize = percent.replace(' ', '');
  setText(button.querySelector('.tank-name'), name);
}

function stateOf(robot) {
  if (!robot.powered) return ['noPower', 'bad'];
  if (!robot.online) return ['offline', 'bad'];
  if (robot.mode === 'maintain') return ['maintain', 'warn'];
  if (robot.faults.length > 0) return ['faulty', 'bad'];
  return robot.making ? ['making', 'good'] : ['idle', 'good'];
}

function showRobot({ article, tanks, makeTank: make }, robot, { consoleUrl, customers }) {
  const [key, tone] = stateOf(robot);
  const state = article.querySelector('.state');
  setText(state, t(key));
  state.dataset.tone = tone;
  const link = article.querySelector('h4 a');
  if (consoleUrl) link.href = `${consoleUrl}/devices/robots/${robot.imei}?tenant=${robot.tenantId}`;
  setText(
    article.querySelector('.facts'),
    [
      robot.imei,
      `${customers.queues[robot.imei] ?? 0} ${t('queue')}`,
      `${t('outlets')} ${robot.outlets.map((outlet) => OUTLETS[outlet.state] ?? '?').join('')}`,
    ].join(' · '),
  );
  const trouble = robot.faults.map((one) => words(`fault.${one.code}`, one.text ?? one.code));
  if (robot.refusedBecause && !robot.online) trouble.push(robot.refusedBecause);
  if (robot.clockSkewSeconds !== 0) trouble.push(`${t('clockOff')} ${robot.clockSkewSeconds} s`);
  if (robot.settingsAnswer !== 'take') trouble.push(t('settingsLocked'));
  if (robot.slowness !== 1) trouble.push(`${t('slowed')} ×${robot.slowness}`);
  if (robot.unacknowledged > 0) trouble.push(`${robot.unacknowledged} ${t('unsent')}`);
  if (robot.waitingFaults.length > 0) trouble.push(`${t('waits')}: ${robot.waitingFaults.map(t).join(', ')}`);
  const told = article.querySelector('.trouble');
  setText(told, trouble.join(' · '));
  told.hidden = trouble.length === 0;
  showEach(tanks, robot.materials, make, showTank);
  offer(article, ['pullPlug', 'plugIn'], robot.powered);
  offer(article, ['slow', 'normalSpeed'], robot.slowness === 1);
  offer(article, ['refuseSettings', 'takeSettings'], robot.settingsAnswer === 'take');
  offer(article, ['clockSkew', 'clockRight'], robot.clockSkewSeconds === 0);
  const isFaulty = (code) => robot.faults.some((one) => one.code === code);
  offer(article, ['warmFridge', 'coolFridge'], !isFaulty('fridge-warm'));
  offer(article, ['openDoor', 'shutDoor'], !isFaulty('door-open'));
}

function words(key, otherwise) {
  const found = t(key);
  return found === key ? otherwise : found;
}

/** Of two opposite buttons only the one that makes sense now is there; the focus goes along. */
function offer(article, keys, first) {
  const [one, other] = keys.map((key) => article.querySelector(`[data-key="${key}"]`));
  const [shown, hidden] = first ? [one, other] : [other, one];
  shown.hidden = false;
  if (document.activeElement === hidden) shown.focus();
  hidden.hidden = true;
}
