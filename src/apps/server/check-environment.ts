import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { type Config, SettingsError } from '#platform/config/server/config.ts';
import { MQTT_TLS_PORT } from '#platform/device-gateway/server/device-listeners.ts';

/**
 * What the settings name must be there, asked before anything is opened or seeded: passwords that are shown once must not be
 * lost to a start that cannot listen. Each fault is one line that names the setting.
 */
export async function checkEnvironment(config: Config): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
    .then(() => access(config.dataDir, constants.W_OK))
    .catch((error: NodeJS.ErrnoException) => {
      throw new Error(`DATA_DIR: ${config.dataDir} cannot be written (${error.code}).`);
    });
  await requireFreePort('PORT', 'Port', config.host, config.port);
  if (config.mqttUrl) return;
  await requireFreePort('MQTT_PORT', 'MQTT port', config.host, config.mqttPort);
  if (!config.mqttTls) return;
  for (const [setting, file] of [
    ['MQTT_TLS_CERT', config.mqttTls.certFile],
    ['MQTT_TLS_KEY', config.mqttTls.keyFile],
  ] as const) {
    await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${setting}: ${file} cannot be read (${error.code}).`);
    });
  }
  await requireFreePort(undefined, 'MQTT port with TLS', config.host, MQTT_TLS_PORT);
}

async function requireFreePort(setting: string | undefined, what: string, host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((done, failed) => {
    probe.once('error', (error: NodeJS.ErrnoException) => failed(new Error(refusal(error.code))));
    probe.listen(port, host, () => probe.close(() => done()));
  });

  function refusal(code: string | undefined): string {
    if (code === 'EADDRINUSE')
      return `${what} ${port} on ${host} is taken: stop the other program${setting ? `, or set ${setting}` : ''}.`;
    if (code === 'EACCES') return `${what} ${port} may not be opened by this user${setting ? `: set ${setting}` : ''}.`;
    return `HOST: ${host} is no address of this machine (${code}).`;
  }
}

const CONNECTION_FAULTS = /^(E[A-Z]+|08\w{3}|28\w{3}|3D000|53300|57P\d\d)$/;

/** Turns a database that cannot be reached into a line for the operator; his password is not in it. */
export function databaseFault(error: unknown, databaseUrl: string | undefined): Error {
  const { code, message } = error as { code?: string; message?: string };
  if (!databaseUrl || !code || !CONNECTION_FAULTS.test(code)) return error as Error;
  const { host, pathname } = new URL(databaseUrl);
  // several addresses of one name, each of which failed, have no message of their own
  return new SettingsError([`DATABASE_URL: ${host}${pathname} cannot be used: ${message || code}.`]);
}
