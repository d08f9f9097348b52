import { byId, call, element, language, onLanguage, say, t, watch } from './frame.js';

const CODE = /(?<!\d)\d{6}(?!\d)/;
const LINK = /https?:\/\/[^\s<>"']+/g;
let shown = '';

/** The text with its links to press; nothing else in it is anything but text. */
function written(text) {
  const paragraph = element('p', 'message-text');
  let from = 0;
  for (const { 0: address, index } of text.matchAll(LINK)) {
    const link = element('a', '', address);
    link.href = address;
    link.rel = 'noreferrer';
    paragraph.append(text.slice(from, index), link);
    from = index + address.length;
  }
  paragraph.append(text.slice(from));
  return paragraph;
}

function codeButton(code) {
  const button = element('button', 'code', code);
  button.type = 'button';
  button.title = t('copyCode');
  button.setAttribute('aria-label', `${t('copyCode')} ${code}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code);
    say(`${t('copied')}: ${code}`);
  });
  return button;
}

function row(message) {
  const item = element('li', 'card message');
  const head = element('header');
  const time = element('time', 'soft', new Date(message.at).toLocaleString(language(), { hourCycle: 'h23' }));
  head.append(element('span', 'chip', t(`channel.${message.channel}`)), element('strong', '', message.to), time);
  item.append(head);
  if (message.subject) item.append(element('h2', '', message.subject));
  const code = CODE.exec(message.text)?.[0];
  if (code) item.append(codeButton(code));
  item.append(written(message.text));
  if (message.from) item.append(element('p', 'soft', `${t('from')} ${message.from}`));
  return item;
}

const CHANNELS = ['sms', 'email', 'wechat', 'push', 'api'];
const FAULTS = [
  ...['refuse', 'unknownReceiver', 'busy', 'rateLimit', 'slow', 'hangUp', 'endPass', 'bounce'],
  ...['callbackTwice', 'callbackLost', 'callbackBadSignature'],
];

function fill(select, values, prefix) {
  const chosen = select.value;
  select.replaceChildren(
    ...values.map((value) => {
      const option = element('option', '', t(`${prefix}${value || 'all'}`));
      option.value = value;
      return option;
    }),
  );
  if (values.includes(chosen)) select.value = chosen;
}

onLanguage(() => {
  fill(byId('channel'), ['', ...CHANNELS], 'channel.');
  fill(byId('fault-channel'), CHANNELS, 'channel.');
  fill(byId('fault-kind'), FAULTS, 'channelFault.');
});

function showFaults(waiting) {
  const words = waiting.map(
    ({ channel, kind, times }) => `${t(`channel.${channel}`)}: ${t(`channelFault.${kind}`)} × ${times}`,
  );
  byId('faults-waiting').textContent = words.length > 0 ? `${t('waits')}: ${words.join(', ')}` : '';
}

const attempt = (work) => work.then(showFaults, () => say(t('failed')));
byId('fault-add').addEventListener('click', () => {
  const fault = { channel: byId('fault-channel').value, kind: byId('fault-kind').value };
  void attempt(call('POST', '/channels/faults', fault));
});
byId('fault-clear').addEventListener('click', () => void attempt(call('DELETE', '/channels/faults')));

async function refresh() {
  const to = byId('to').value.trim().toLowerCase();
  const channel = byId('channel').value;
  const [sent, { consoleUrl }, waiting] = await Promise.all([
    call('GET', channel ? `/outbox?channel=${channel}` : '/outbox'),
    call('GET', '/state'),
    call('GET', '/channels/faults'),
  ]);
  showFaults(waiting);
  const messages = sent.filter((message) => message.to.toLowerCase().includes(to));
  byId('console-link').hidden = consoleUrl === null;
  byId('console-link').href = consoleUrl ?? '/';
  const now = JSON.stringify([language(), to, channel, ...messages.map((message) => message.id)]);
  if (now === shown) return;
  shown = now;
  byId('messages').replaceChildren(
    ...(messages.length > 0 ? messages.map(row) : [element('li', 'nothing', t('noMessages'))]),
  );
}

byId('to').addEventListener('input', () => void refresh().catch(() => {}));
byId('channel').addEventListener('change', () => void refresh().catch(() => {}));
watch(refresh);
