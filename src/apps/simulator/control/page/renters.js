import { actionButton, byId, call, element, language, nameOf, say, setText, showEach, t, timeOf } from './frame.js';

const HABITS = ['returns', 'elsewhere', 'forgets', 'keeps'];
let offered = '';

/** Who has a power bank, and how it went for the last ones. */
export function showRenters(state, refresh) {
  const { renters, places, lendingSpots } = state;
  const all = places.flatMap((tenant) => tenant.spots.map((spot) => ({ ...spot, tenant })));
  const spots = new Map(all.map((spot) => [spot.spotId, spot]));
  setText(byId('renters-out'), lendingSpots.length === 0 ? t('noCabinet') : `${renters.out} ${t('withCustomers')}`);
  offer(all.filter(({ spotId }) => lendingSpots.includes(spotId)));
  const buttons = byId('rent-buttons');
  if (buttons.children.length === 0)
    buttons.append(actionButton('bringBack', () => call('POST', '/renters/bringBack'), refresh));
  showEach(byId('rentals'), renters.last, rentalRow, (row, rental) => {
    const spot = spots.get(rental.spotId);
    const [time, place, end] = row.children;
    setText(time, timeOf(rental.at));
    setText(place, spot ? nameOf(spot) : rental.tenantId);
    setText(end, t(`rental.${rental.end}`));
    if (state.consoleUrl && rental.orderNo)
      end.href = `${state.consoleUrl}/rentals/orders/${rental.orderNo}?tenant=${rental.tenantId}`;
    else end.removeAttribute('href');
  });
}

function rentalRow() {
  const row = element('li');
  row.append(element('time'), element('span', 'grow'), element('a'));
  return row;
}

/** What is chosen stays chosen. */
function offer(spots) {
  const now = language() + JSON.stringify(spots);
  if (now === offered) return;
  offered = now;
  const [spot, habit] = [byId('rent-spot'), byId('rent-habit')];
  const [wasSpot, wasHabit] = [spot.value, habit.value];
  spot.replaceChildren(...spots.map((one) => new Option(`${nameOf(one.tenant)} · ${nameOf(one)}`, one.spotId)));
  habit.replaceChildren(...HABITS.map((one) => new Option(t(`habit.${one}`), one)));
  if (wasSpot) spot.value = wasSpot;
  if (wasHabit) habit.value = wasHabit;
}

byId('rent').addEventListener('submit', async (event) => {
  event.preventDefault();
  const [spot, habit] = [byId('rent-spot'), byId('rent-habit')];
  try {
    const spotId = spot.value ? { spotId: spot.value } : {};
    await call('POST', '/renters/rentNow', { ...spotId, habit: habit.value, paymentMethod: 'pm_card_visa' });
    say([t('rentalSent'), spot.selectedOptions[0]?.text, habit.selectedOptions[0]?.text].filter(Boolean).join(' · '));
  } catch (error) {
    say(`${t('failed')}: ${error.message}`);
  }
});
