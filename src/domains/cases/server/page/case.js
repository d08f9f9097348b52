// The page of a machine for customers: find the order, ask, see what became of it. Nothing is kept in the browser; the key
// of what was asked stands behind the `#` of the address, which no server is told by itself.
const told = JSON.parse(document.getElementById('told').textContent);
const place = document.getElementById('case');
const LOOK_AGAIN_MS = 20_000;
const LONGEST_SIDE = 1_600;
const w = (key) => told.words[key] ?? key;

/** An element with attributes and children; texts stay texts. */
function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

class Refused extends Error {
  constructor(message, faults = [], isGone = false) {
    super(message);
    this.faults = faults;
    this.isGone = isGone;
  }
}

async function send(name, fields, file) {
  const headers = { language: told.language };
  let body;
  if (name === 'ask') {
    body = new FormData();
    for (const [key, value] of Object.entries(fields)) body.append(key, value);
    if (file) body.append('file', file, 'photo');
  } else {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(fields);
  }
  const answer = await fetch(told.calls[name], { method: 'POST', headers, body, referrerPolicy: 'no-referrer' }).catch(
    () => {
      throw new Refused(w('offline'));
    },
  );
  const envelope = await answer.json().catch(() => undefined);
  if (envelope?.success) return envelope.result;
  throw new Refused(envelope?.message || w('failed'), envelope?.faults ?? [], answer.status === 404);
}

const money = (minor, currency) => {
  const format = new Intl.NumberFormat(told.language, { style: 'currency', currency });
  return format.format(minor / 10 ** format.resolvedOptions().maximumFractionDigits);
};
const time = (instant) =>
  new Intl.DateTimeFormat(told.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

function show(...parts) {
  clearTimeout(show.timer);
  place.replaceChildren(...parts.filter((part) => part !== false));
}

/** A field with its label, its hint and, after a refusal, what is wrong with it. */
function field(name, label, hint, input) {
  const id = `field-${name}`;
  input.id = id;
  input.name = name;
  input.setAttribute('aria-describedby', `${id}-hint`);
  return el(
    'div',
    { class: 'field', 'data-field': name },
    el('label', { for: id }, label),
    input,
    el('small', { id: `${id}-hint` }, hint),
  );
}

function formOf(parts, go, onSend) {
  const said = el('p', { class: 'refusal', role: 'alert', hidden: true });
  const button = el('button', { type: 'submit' }, go);
  const form = el('form', { novalidate: true }, ...parts, said, button);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    said.hidden = true;
    for (const old of form.querySelectorAll('.fault')) old.remove();
    for (const old of form.querySelectorAll('[aria-invalid]')) old.removeAttribute('aria-invalid');
    button.disabled = true;
    button.textContent = w('busy');
    try {
      await onSend(form);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const unplaced = error.faults.filter((fault) => !markFault(form, fault));
      said.textContent = error.faults.length > 0 && unplaced.length === 0 ? '' : error.message;
      said.hidden = said.textContent === '';
    } finally {
      button.disabled = false;
      button.textContent = go;
    }
  });
  return form;
}

function markFault(form, { path, message }) {
  const box = form.querySelector(`[data-field="${CSS.escape(path)}"]`);
  if (!box) return false;
  box.append(el('small', { class: 'fault', role: 'alert' }, message));
  box.querySelector('input, textarea')?.setAttribute('aria-invalid', 'true');
  return true;
}

function findOrder(by = 'code') {
  const tabs = el(
    'div',
    { class: 'choice', role: 'group', 'aria-label': w('prove.title') },
    ...[
      ['code', 'prove.byCode'],
      ['payment', 'prove.byPayment'],
    ].map(([key, text]) =>
      el('button', { type: 'button', 'aria-pressed': String(key === by), onclick: () => findOrder(key) }, w(text)),
    ),
  );
  const digits = { inputmode: 'numeric', autocomplete: 'off' };
  const parts =
    by === 'code'
      ? [
          field(
            'pickupCode',
            w('prove.code'),
            w('prove.codeHint'),
            el('input', { ...digits, maxlength: '4', class: 'code' }),
          ),
        ]
      : [
          field(
            'orderEnd',
            w('prove.end'),
            w('prove.endHint'),
            el('input', { ...digits, maxlength: '6', class: 'code' }),
          ),
          field(
            'paid',
            w('prove.paid'),
            w('prove.paidHint'),
            el('input', { inputmode: 'decimal', autocomplete: 'off', maxlength: '13' }),
          ),
        ];
  const form = formOf(parts, w('prove.go'), async () => {
    const fields = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, value.trim()]));
    const { proof, order } = await send('prove', { device: told.device, ...fields });
    showOrder(order, proof);
  });
  show(el('h2', {}, w('prove.title')), tabs, form);
  form.querySelector('input').focus();
}

function orderCard(order) {
  const facts = [
    [w('order.number'), `…${order.orderNo.slice(-6)}`],
    [w('order.time'), time(order.createdAt)],
    [w('order.paid'), money(order.paidMinor, order.currency)],
    ...(order.refundedMinor > 0 ? [[w('order.back'), money(order.refundedMinor, order.currency)]] : []),
  ];
  return el(
    'section',
    { class: 'card' },
    el('h2', {}, order.goods),
    el('p', { class: 'quiet' }, w(`order.state.${order.state}`)),
    el('dl', {}, ...facts.flatMap(([term, value]) => [el('dt', {}, term), el('dd', {}, value)])),
  );
}

const otherOrder = () => el('button', { type: 'button', class: 'plain', onclick: forget }, w('prove.other'));

function forget() {
  history.replaceState(null, '', location.pathname + location.search);
  findOrder();
}

/** What was asked, or the form; who was refused may ask again. */
function showOrder(order, proof, asksAgain = false) {
  const { asked } = order;
  if (asked && !asksAgain) return showAsked(order, proof);
  const left = order.paidMinor - order.refundedMinor;
  show(orderCard(order), left > 0 ? askForm(proof) : el('p', { class: 'quiet' }, w('ask.nothingPaid')), otherOrder());
}

function askForm(proof) {
  let photo;
  const wish = el(
    'fieldset',
    { 'data-field': 'wish' },
    el('legend', {}, w('ask.wish')),
    ...['money', 'again'].map((value) =>
      el(
        'label',
        { class: 'radio' },
        el('input', { type: 'radio', name: 'wish', value, checked: value === 'money' }),
        w(`ask.${value}`),
      ),
    ),
  );
  const words = field(
    'words',
    w('ask.words'),
    w('ask.wordsHint'),
    el('textarea', { rows: '3', maxlength: String(told.mostWords) }),
  );
  const chooser = el('input', { type: 'file', accept: 'image/png,image/jpeg,image/webp' });
  const file = field('file', w('ask.photo'), w('ask.photoHint'), chooser);
  const preview = el('div', { class: 'preview' });
  file.append(preview);
  chooser.addEventListener('change', async () => {
    const [chosen] = chooser.files;
    photo = chosen && (await smaller(chosen));
    preview.replaceChildren();
    if (!photo) return;
    const address = URL.createObjectURL(photo);
    const image = el('img', { src: address, alt: w('ask.photo'), onload: () => URL.revokeObjectURL(address) });
    const drop = () => {
      photo = undefined;
      chooser.value = '';
      preview.replaceChildren();
    };
    preview.append(image, el('button', { type: 'button', class: 'plain', onclick: drop }, w('ask.photoDrop')));
  });
  const form = formOf([el('h2', {}, w('ask.title')), wish, words, file], w('ask.go'), async () => {
    const data = new FormData(form);
    const fields = { device: told.device, proof, wish: data.get('wish'), words: data.get('words').trim() };
    const { key, order } = await send('ask', fields, photo);
    history.replaceState(null, '', `#${key}`);
    showAsked(order, proof);
  });
  return form;
}

/** Photos of phones have more points than anybody needs; what cannot be read is sent as it is, and refused in words. */
async function smaller(file) {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(image.width, image.height));
    if (scale === 1 && file.size < 1_500_000) return file;
    const canvas = el('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return (await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.85))) ?? file;
  } catch {
    return file;
  }
}

function showAsked(order, proof) {
  const { asked } = order;
  const facts = [
    [w('state.wish'), `${w(`ask.${asked.wish}`)} · ${money(asked.amountMinor, order.currency)}`],
    [w('state.asked'), time(asked.askedAt)],
    ...(asked.words ? [[w('state.words'), asked.words]] : []),
    ...(asked.answer ? [[w('state.answer'), asked.answer]] : []),
  ];
  const key = location.hash.slice(1);
  const isOver = ['moneyNotSent', 'refused', 'withdrawn'].includes(asked.state);
  show(
    el(
      'section',
      { class: `card state ${asked.state}` },
      el('h2', {}, w(`state.${asked.state}`)),
      el('p', {}, w(`state.${asked.state}Hint`)),
      el('dl', {}, ...facts.flatMap(([term, value]) => [el('dt', {}, term), el('dd', {}, value)])),
      asked.hasPhoto && el('p', { class: 'quiet' }, w('state.photo')),
    ),
    orderCard(order),
    key !== '' && lookAgain(key, proof),
    isOver &&
      proof !== undefined &&
      el('button', { type: 'button', class: 'plain', onclick: () => showOrder(order, proof, true) }, w('state.again')),
    el('p', { class: 'quiet' }, w('state.keep')),
    otherOrder(),
  );
  const isOpen = asked.state === 'waiting' || asked.state === 'moneyOnItsWay';
  if (key !== '' && isOpen) lookLater(key, proof);
}

const lookAgain = (key, proof) => el('button', { type: 'button', onclick: () => look(key, proof) }, w('state.look'));

/** A page that nobody sees waits on: a phone is put away meanwhile. */
function lookLater(key, proof) {
  clearTimeout(show.timer);
  show.timer = setTimeout(() => (document.hidden ? lookLater : look)(key, proof), LOOK_AGAIN_MS);
}

async function look(key, proof) {
  try {
    const order = await send('state', { device: told.device, key });
    // meanwhile another order may be looked for
    if (location.hash === `#${key}`) showAsked(order, proof);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (location.hash === `#${key}`) sayWhy(error, key, proof);
  }
}

/** Only what the server does not know any more is gone; without a connection the page keeps what it shows and tries on. */
function sayWhy(error, key, proof) {
  if (error.isGone) findOrder();
  else if (!place.querySelector('.state')) show(lookAgain(key, proof), otherOrder());
  place.querySelector(':scope > .refusal')?.remove();
  place.prepend(el('p', { class: 'refusal', role: 'alert' }, error.isGone ? w('state.gone') : error.message));
  if (!error.isGone) lookLater(key, proof);
}

// what was asked stays on screen in the other language
document.getElementById('language').addEventListener('click', (event) => {
  event.currentTarget.href = event.currentTarget.getAttribute('href').split('#')[0] + location.hash;
});

const key = location.hash.slice(1);
if (/^[\w-]{22}$/.test(key)) look(key);
else findOrder();
