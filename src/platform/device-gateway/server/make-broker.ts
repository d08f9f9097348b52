import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '#platform/config/server/config.ts';
import { openEmbeddedBroker } from './embedded-broker.ts';
import { openExternalBroker } from './external-broker.ts';
import { type ManyBrokers, openManyBrokers } from './many-brokers.ts';

/**
 * Embedded unless `MQTT_URL` names another one (product.md 2), with the brokers of tenants beside it. It accepts connections once
 * its door is opened.
 */
export function makeBroker(config: Config, log: Logger): ManyBrokers {
  const serverId = `${hostname()}-${config.port}`.replace(/[^A-Za-z0-9_-]/g, '-');
  const main = config.mqttUrl
    ? openExternalBroker({ url: config.mqttUrl, serverId, log })
    : openEmbeddedBroker({ host: config.host, port: config.mqttPort, tls: config.mqttTls, log });
  return openManyBrokers(main, { serverId, log });
}
