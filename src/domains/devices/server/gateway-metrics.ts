import { Counter, Gauge } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';

export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;

export function gatewayMetrics({ metrics, broker }: Services) {
  const registers = [metrics];
  const messages = new Counter({
    name: 'device_messages_total',
    help: 'Device messages that passed all checks',
    labelNames: ['channel'],
    registers,
  });
  const quarantined = new Counter({
    name: 'device_messages_quarantined_total',
    help: 'Device messages kept aside',
    registers,
  });
  const refusals = new Counter({
    name: 'device_refusals_total',
    help: 'What the broker refused to devices',
    labelNames: ['kind'],
    registers,
  });
  const batches = new Counter({
    name: 'device_batches_total',
    help: 'Committed batches of device messages',
    registers,
  });
  new Gauge({
    name: 'device_broker_up',
    help: 'Whether devices and server can reach each other',
    registers,
    collect() {
      this.set(broker.isUp ? 1 : 0);
    },
  });
  return {
    messages,
    quarantined,
    refusals,
    batches,
    waiting: (length: () => number) =>
      new Gauge({
        name: 'device_messages_waiting',
        help: 'Device messages that wait for their commit',
        registers,
        collect() {
          this.set(length());
        },
      }),
  };
}
