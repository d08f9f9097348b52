import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { applyDrinkReport, DRINK_REPORTS, drinksAfter, orderStepOf } from './drink-steps.ts';
import { nextOrderState, type OrderState } from './order-status.ts';

const { unmade, making, made, taken, failed, timedOut } = OrderStep;
const at = (status: OrderStatus, step: OrderStep): OrderState => ({ status, step, cancelled: false });
const queued = at(OrderStatus.paidInQueue, unmade);

test.each<[OrderStep[], OrderStep]>([
  [[unmade], unmade],
  [[making, unmade], unmade],
  [[made, making], making],
  [[made, made], made],
  [[taken, made], made],
  [[taken, taken], taken],
  [[failed, unmade], unmade],
  [[failed, making], making],
  [[failed, made], failed],
  [[failed, taken], failed],
  [[failed, failed], failed],
])('cups %j make the order %i', (drinks, step) => {
  expect(orderStepOf(drinks)).toBe(step);
});

describe('reports on cups', () => {
  test('a one-cup order follows the transition table exactly', () => {
    const places = [
      queued,
      at(OrderStatus.paidInQueue, making),
      at(OrderStatus.makeFailed, failed),
      at(OrderStatus.awaitingPickup, made),
      at(OrderStatus.pickedUp, taken),
      at(OrderStatus.exception, timedOut),
    ];
    for (const place of places) {
      for (const report of DRINK_REPORTS) {
        const ofOrder = nextOrderState(place, report);
        const ofCup = applyDrinkReport(place, [place.step], [0], report);
        expect(ofCup.allowed).toBe(ofOrder.allowed);
        if (ofCup.allowed && ofOrder.allowed) {
          expect(ofCup).toMatchObject({ state: ofOrder.state, event: ofOrder.event, drinks: [ofOrder.state.step] });
        }
      }
    }
  });

  test('a failed cup fails the order only when no other is still to be made', () => {
    const first = applyDrinkReport(queued, [unmade, unmade], [0], 'robotFails');
    expect(first).toMatchObject({ allowed: true, state: queued, event: 2252, hadIssue: true });
    const second = applyDrinkReport(at(OrderStatus.paidInQueue, making), [failed, making], [1], 'robotFinishes');
    expect(second).toMatchObject({
      allowed: true,
      state: at(OrderStatus.makeFailed, failed),
      event: 2301,
      hadIssue: false,
    });
  });

  test('the good cup of a failed order is still handed out, and the order stays failed', () => {
    expect(applyDrinkReport(at(OrderStatus.makeFailed, failed), [failed, made], [0, 1], 'drinkTaken')).toMatchObject({
      allowed: true,
      drinks: [failed, taken],
      changed: [1],
      state: at(OrderStatus.makeFailed, failed),
    });
  });

  test('a cup that is not part of the order is refused', () => {
    for (const indexes of [[1], [-1], []]) {
      expect(applyDrinkReport(queued, [unmade], indexes, 'robotStarts')).toEqual({
        allowed: false,
        because: 'no-such-drink',
      });
    }
  });

  test('a cancelled, a stalled and a picked-up order take no reports', () => {
    for (const order of [
      { ...at(OrderStatus.paymentFailed, unmade), cancelled: true },
      at(OrderStatus.exception, timedOut),
      at(OrderStatus.pickedUp, taken),
    ]) {
      expect(applyDrinkReport(order, [unmade], [0], 'robotStarts')).toMatchObject({ allowed: false });
    }
  });

  test('whatever robots report, the order is where its cups say', () => {
    const reports = fc.array(fc.record({ cup: fc.nat(3), report: fc.constantFrom(...DRINK_REPORTS) }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), reports, (cups, stream) => {
        let order = queued;
        let drinks: readonly OrderStep[] = Array.from({ length: cups }, () => unmade);
        for (const { cup, report } of stream) {
          const decision = applyDrinkReport(order, drinks, [cup], report);
          if (!decision.allowed) continue;
          order = decision.state;
          drinks = decision.drinks;
          expect(order.step).toBe(orderStepOf(drinks));
        }
        expect(order.status === OrderStatus.pickedUp).toBe(drinks.every((step) => step === taken));
      }),
    );
  });
});

describe('changes of the whole order', () => {
  test('marking as taken hands out every cup', () => {
    expect(drinksAfter('staffMarksTaken', [failed, timedOut, taken])).toEqual([taken, taken, taken]);
  });
  test('a stalled order times out what was on its way', () => {
    expect(drinksAfter('stalled', [unmade, making, made, taken, failed])).toEqual([
      timedOut,
      timedOut,
      timedOut,
      taken,
      failed,
    ]);
  });
  test('a payment leaves the cups alone', () => {
    expect(drinksAfter('moneyConfirmed', [unmade])).toEqual([unmade]);
  });
});
