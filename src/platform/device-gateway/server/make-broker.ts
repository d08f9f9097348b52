import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '#platform/config/server/config.ts';
import type { DeviceBroker } from './device-broker.ts';
import { openEmbeddedBroker } from './embedded-broker.ts';
import { openExternalBroker } from './external-broker.ts';

/** Embedded unless `MQTT_URL` names another one (product.md 2). It accepts connections once its door is opened. */
export function makeBroker(config: Config, log: Logger): DeviceBroker {
  if (config.mqttUrl) {
    const serverId = `${hostname()}-${config.port}`.replace(/[^A-Za-z0-9_-]/g, '-');
    return openExternalBroker({ url: config.mqttUrl, serverId, log });
  }
  return openEmbeddedBroker({ host: config.host, port: config.mqttPort, tls: config.mqttTls, log });
}
