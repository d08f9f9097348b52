import { rentals } from '#domains/rentals/contract/rental-list.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import { type Ask, daysBack, type Question, type Target } from './questions.ts';
import { DEEP_PAGE, PAGE_SIZE, RENTALS, RENTALS_TENANT, type World } from './world.ts';

/** Over and paid. */
const ASKED_STATUS = 4;

/** The same questions, with the same aims, as those about the list of orders. */
export const questionsOfRentals: readonly Question[] = [
  {
    name: `rentals: ${RENTALS.toLocaleString('en')}, 31 days`,
    aim: 1,
    ask: (world, target) => list(world, target, 31, 1),
  },
  { name: 'rentals: a year', aim: 1 / 5, ask: (world, target) => list(world, target, 365, 1) },
  {
    name: `rentals: a year, page ${DEEP_PAGE.toLocaleString('en')}`,
    aim: 1 / 3,
    ask: (world, target) => list(world, target, 365, DEEP_PAGE),
  },
  { name: 'rentals: all of them', aim: 1 / 5, ask: (world, target) => list(world, target, undefined, 1) },
];

function list(world: World, target: Target, days: number | undefined, pageNo: number): Ask {
  const { from, to } = days === undefined ? {} : daysBack(days);
  const json = { 'content-type': 'application/json' };
  if (target === 'floor') {
    const body = JSON.stringify({
      tenantId: RENTALS_TENANT,
      status: ASKED_STATUS,
      from,
      to,
      pageNo,
      pageSize: PAGE_SIZE,
    });
    return { method: 'POST', path: '/rentals', headers: json, body };
  }
  const body = { status: String(ASKED_STATUS), createdFrom: from, createdTo: to, pageNo, pageSize: PAGE_SIZE };
  return {
    method: 'POST',
    path: fullPath(rentals.endpoints.page.path),
    headers: { ...json, 'x-access-token': world.rentalsToken, 'tenant-id': String(RENTALS_TENANT) },
    body: JSON.stringify(body),
  };
}
