import { actionButton, byId, call, element, language, onLanguage, setText, showEach, t } from './frame.js';

const GROUPS = [
  ['nextPayment', [['decline'], ['requireAction'], ['loseAnswer'], ['misdirect']]],
  [
    'nextHold',
    [
      ['lapseHold', { seconds: 60 }],
      ['failCapture'],
      ['refuseCapture', { kind: 'refuseCall', of: 'capture' }],
      ['loseCapture', { kind: 'loseAnswer', of: 'capture' }],
    ],
  ],
  [
    'nextWebhook',
    [
      ['webhookLate', { seconds: 30 }],
      ['webhookTwice'],
      ['webhookOutOfOrder'],
      ['webhookBadSignature'],
      ['webhookLost'],
    ],
  ],
  ['nextRefund', [['failRefund'], ['pendingRefund', { seconds: 15 }]]],
];

/** What goes wrong next where money is concerned, and what came in so far. */
export function showProvider({ provider }, refresh) {
  offerFaults(refresh);
  setText(byId('provider-waiting'), `${t('webhooksWaiting')} ${provider.webhooksWaiting}`);
  showEach(
    byId('provider-faults'),
    provider.faults,
    () => element('li', 'chip'),
    (chip, fault) => setText(chip, `${t('waits')}: ${t(fault.kind)}${fault.times > 1 ? ` × ${fault.times}` : ''}`),
  );
  byId('provider-next').hidden = provider.faults.length === 0;
  showEach(byId('balances'), provider.balances, balanceRow, showBalance);
}

function offerFaults(refresh) {
  const parent = byId('provider-buttons');
  if (parent.children.length > 0) return;
  for (const [title, faults] of GROUPS) {
    const group = element('fieldset');
    const legend = element('legend');
    onLanguage(() => setText(legend, t(title)));
    const buttons = element('div', 'buttons');
    for (const [key, more] of faults)
      buttons.append(actionButton(key, () => call('POST', '/provider/faults', { kind: key, ...more }), refresh));
    group.append(legend, buttons);
    parent.append(group);
  }
  parent.append(disputeGroup(refresh));
  byId('provider-next').append(actionButton('forget', () => call('DELETE', '/provider/faults'), refresh));
}

/** Of the newest payment; what becomes of it is decided on the page that the console links to. */
function disputeGroup(refresh) {
  const group = element('fieldset');
  const legend = element('legend');
  onLanguage(() => setText(legend, t('lastPayment')));
  const buttons = element('div', 'buttons');
  for (const kind of ['chargeback', 'inquiry'])
    buttons.append(actionButton(kind, () => call('POST', '/provider/disputes', { kind }), refresh));
  group.append(legend, buttons);
  return group;
}

function balanceRow() {
  const row = element('tr');
  row.append(element('th'), ...Array.from({ length: 3 }, () => element('td', 'number')));
  row.firstElementChild.scope = 'row';
  return row;
}

function showBalance(row, { currency, account, chargedMinor, refundedMinor, balanceMinor }) {
  const code = currency.toUpperCase();
  const format = new Intl.NumberFormat(language(), { style: 'currency', currency: code, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits;
  const [name, ...cells] = row.children;
  setText(name, code);
  name.title = account;
  [chargedMinor, refundedMinor, balanceMinor].forEach((minor, index) => {
    const amount = (minor / 10 ** digits).toLocaleString(language(), { minimumFractionDigits: digits });
    setText(cells[index], amount);
  });
}
