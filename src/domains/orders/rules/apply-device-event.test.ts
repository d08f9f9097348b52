import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderEvent, OrderStatus, OrderStep } from '#domains/orders/contract/order.ts';
import { type DeviceDrivenOrder, decideDeviceEvent, type OrderDeviceEvent } from './apply-device-event.ts';

const queued: DeviceDrivenOrder = {
  state: { status: OrderStatus.paidInQueue, step: OrderStep.unmade, cancelled: false },
  drinks: [OrderStep.unmade],
  applied: null,
};
const says = (event: OrderEvent, session: number, seq: number): OrderDeviceEvent => ({
  position: { session, seq },
  event,
  drinks: [0],
});

function play(order: DeviceDrivenOrder, messages: readonly OrderDeviceEvent[]): DeviceDrivenOrder {
  return messages.reduce((current, message) => {
    const decision = decideDeviceEvent(current, message);
    return decision.allowed ? { state: decision.state, drinks: decision.drinks, applied: message.position } : current;
  }, order);
}

const life = [says(OrderEvent.making, 1, 7), says(OrderEvent.made, 1, 9), says(OrderEvent.taken, 2, 0)];

test('a drink is made, handed out and taken, over a reconnect', () => {
  expect(play(queued, life).state).toMatchObject({ status: OrderStatus.pickedUp, step: OrderStep.taken });
});

test('repeating any message, now or later, changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2), { maxLength: 12 }), (repeats) => {
      const stream = life.flatMap((message, i) => [message, ...repeats.filter((r) => r <= i).map((r) => life[r]!)]);
      expect(play(queued, stream)).toEqual(play(queued, life));
    }),
  );
});

test('a message that was overtaken is kept but not applied', () => {
  const making = play(queued, [says(OrderEvent.making, 2, 5)]);
  for (const late of [
    says(OrderEvent.makeFailed, 2, 5),
    says(OrderEvent.makeFailed, 2, 4),
    says(OrderEvent.makeFailed, 1, 99),
  ]) {
    expect(decideDeviceEvent(making, late)).toEqual({ allowed: false, because: 'not-newer' });
  }
});

test('a lower number of a later session counts', () => {
  const making = play(queued, [says(OrderEvent.making, 1, 500)]);
  expect(decideDeviceEvent(making, says(OrderEvent.made, 2, 0))).toMatchObject({
    allowed: true,
    event: OrderEvent.made,
  });
});

test('a closed pickup window is noted once the drink waits', () => {
  const waiting = play(queued, life.slice(0, 2));
  expect(decideDeviceEvent(waiting, says(OrderEvent.notTaken, 1, 10))).toMatchObject({
    allowed: true,
    event: 2401,
    changed: [],
  });
  expect(decideDeviceEvent(queued, says(OrderEvent.notTaken, 1, 10))).toMatchObject({ allowed: false });
});

test('a robot cannot pay, cancel or refund', () => {
  for (const event of [OrderEvent.paid, OrderEvent.cancelledByStaff, OrderEvent.refunded, OrderEvent.created]) {
    expect(decideDeviceEvent(queued, says(event, 1, 1))).toEqual({ allowed: false, because: 'not-a-robot-event' });
  }
});
