import { CALM_ALLOCATOR } from '#apps/server/calm-allocator.ts';
import { freePort, type Running, START_FLAGS, startProgram } from './processes.ts';

export interface Server extends Running {
  readonly url: string;
  readonly mqttPort: number;
}

/** The product as an operator runs it, on ports of its own and without limits that would stop a driver. */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const running = await startProgram(
    'src/apps/server/main.ts',
    {
      ...CALM_ALLOCATOR,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRETS_KEY: 'kX7-bench-0aZ3-bench-9qW1-bench-5tR8',
      DEMO: 'off',
      TENANT_RATE_LIMIT: 'off',
      SHED_AT_DELAY_MS: 'off',
      LOG_LEVEL: 'error',
      ...more,
    },
    `${url}/readyz`,
    START_FLAGS,
  );
  return { ...running, url, mqttPort };
}

/** The floor, which reads and writes the tables of the product. */
export async function startFloor(superUrl: string): Promise<Running & { readonly url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { FLOOR_DATABASE_URL: superUrl, FLOOR_PORT: String(port) };
  return { ...(await startProgram('bench/floor.ts', env, `${url}/ready`)), url };
}
