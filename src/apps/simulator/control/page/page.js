import { showCustomers } from './customers.js';
import { byId, call, element, setText, showEach, t, timeOf, watch } from './frame.js';
import { showProvider } from './provider.js';
import { showRenters } from './renters.js';
import { showRobots } from './robots.js';

/** Reads everything and draws what changed. */
export async function refresh() {
  const state = await call('GET', '/state');
  setText(byId('clock'), timeOf(state.now));
  const link = byId('console-link');
  link.hidden = state.consoleUrl === null;
  link.href = state.consoleUrl ?? '/';
  const count = byId('messages-count');
  setText(count, String(state.messages.sent));
  count.hidden = state.messages.sent === 0;
  showMessages(state.messages.last);
  showCustomers(state, refresh);
  showProvider(state, refresh);
  showRenters(state, refresh);
  showRobots(state, refresh);
}

function showMessages(last) {
  const rows = last.length > 0 ? last : [null];
  const make = () => {
    const row = element('li');
    row.append(element('time'), element('span', 'grow'), element('strong'));
    return row;
  };
  showEach(byId('last-messages'), rows, make, (row, message) => {
    const [time, text, to] = row.children;
    setText(time, message ? timeOf(message.at) : '');
    setText(text, message ? message.subject || message.text : t('noMessages'));
    setText(to, message?.to ?? '');
  });
}

watch(refresh);
