import { byId, call, element, language, nameOf, onLanguage, say, setText, showEach, t, timeOf } from './frame.js';

const PACES = [
  ['nobody', 0],
  ['half', 0.5],
  ['usual', 1],
  ['double', 2],
];
const CARDS = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_authenticationRequired'];

let offered = '';

/** Who comes, at which pace, and how it went for the last ones. */
export function showCustomers(state, refresh) {
  const { customers, places } = state;
  const spots = new Map(places.flatMap((tenant) => tenant.spots.map((spot) => [spot.spotId, { ...spot, tenant }])));
  const perMinute = customers.places.reduce((sum, place) => sum + place.perHourNow, 0) / 60;
  const rate = perMinute.toLocaleString(language(), { maximumFractionDigits: 1 });
  setText(byId('customers-rate'), customers.running ? `${rate} ${t('perMinute')}` : t('closed'));
  setText(byId('customers-inside'), `${customers.inShop} ${t('inside')}`);

  const chosen = customers.running ? customers.pace : 0;
  const pace = byId('pace');
  if (pace.children.length === 0) for (const [key, factor] of PACES) pace.append(paceButton(key, factor, refresh));
  for (const button of pace.children) button.setAttribute('aria-pressed', String(Number(button.value) === chosen));

  offerSpots(places);
  showEach(byId('visits'), customers.last, visitRow, (row, visit) => {
    const spot = spots.get(visit.spotId);
    const [time, place, end] = row.children;
    setText(time, timeOf(visit.at));
    setText(place, spot ? nameOf(spot) : visit.tenantId);
    setText(end, t(visit.end));
    const path = `/orders/detail/${visit.orderNo}?tenant=${visit.tenantId}`;
    if (state.consoleUrl && visit.orderNo) end.href = state.consoleUrl + path;
    else end.removeAttribute('href');
  });
}

function visitRow() {
  const row = element('li');
  row.append(element('time'), element('span', 'grow'), element('a'));
  return row;
}

function paceButton(key, factor, refresh) {
  const button = element('button');
  button.type = 'button';
  button.value = String(factor);
  onLanguage(() => setText(button, t(key)));
  button.addEventListener('click', async () => {
    try {
      if (factor === 0) await call('POST', '/customers/stop');
      else {
        await call('POST', '/customers/pace', { factor });
        await call('POST', '/customers/start');
      }
      say(`${t('pace')}: ${t(key)}`);
      await refresh();
    } catch (error) {
      say(`${t('failed')}: ${error.message}`);
    }
  });
  return button;
}

/** Spots under their tenants; what is chosen stays chosen. */
function offerSpots(places) {
  const now = language() + JSON.stringify(places);
  if (now === offered) return;
  offered = now;
  const spot = byId('purchase-spot');
  const card = byId('purchase-card');
  const [wasSpot, wasCard] = [spot.value, card.value];
  spot.replaceChildren(
    ...places.map((tenant) => {
      const group = document.createElement('optgroup');
      group.label = nameOf(tenant);
      group.append(...tenant.spots.map((one) => new Option(nameOf(one), one.spotId)));
      return group;
    }),
  );
  card.replaceChildren(...CARDS.map((one) => new Option(t(one), one)));
  if (wasSpot) spot.value = wasSpot;
  if (wasCard) card.value = wasCard;
}

byId('purchase').addEventListener('submit', async (event) => {
  event.preventDefault();
  const [spot, card] = [byId('purchase-spot'), byId('purchase-card')];
  try {
    const spotId = spot.value ? { spotId: spot.value } : {};
    await call('POST', '/customers/buyNow', { ...spotId, paymentMethod: card.value });
    say([t('sent'), spot.selectedOptions[0]?.text, card.selectedOptions[0]?.text].filter(Boolean).join(' · '));
  } catch (error) {
    say(`${t('failed')}: ${error.message}`);
  }
});
