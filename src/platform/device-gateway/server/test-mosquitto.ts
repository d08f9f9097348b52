import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLUGIN_PLACES = [
  '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so',
  '/usr/lib/aarch64-linux-gnu/mosquitto_dynamic_security.so',
  '/usr/lib/mosquitto_dynamic_security.so',
  '/opt/homebrew/lib/mosquitto_dynamic_security.so',
];
const PROGRAM_PLACES = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'];

/**
 * Programme and plugin of an installed Mosquitto. Without one its tests are left out with a word, except where
 * `REQUIRE_MOSQUITTO=1` promises that there is one (`.ci/run`).
 */
export function findMosquitto(): { program: string; plugin: string } | undefined {
  const program = PROGRAM_PLACES.find((place) => existsSync(place));
  const plugin = PLUGIN_PLACES.find((place) => existsSync(place));
  if (program && plugin) return { program, plugin };
  const missing = program ? 'its dynamic-security plugin is' : 'it is';
  if (process.env['REQUIRE_MOSQUITTO'] === '1') throw new Error(`Mosquitto is required here, and ${missing} missing`);
  process.stderr.write(`Mosquitto: ${missing} not installed, so its tests are left out\n`);
  return undefined;
}

export interface TestMosquitto {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Stops it at once and starts it again with what it remembers; killed, it has forgotten what it had not yet saved. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

/** A real Mosquitto with dynamic security on a free port, as `docs/connect-a-device.md` describes it for operators. */
export async function startMosquitto(found: { program: string; plugin: string }): Promise<TestMosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const port = await freePort();
  const password = 'gateway-test-password';
  execFileSync('mosquitto_ctrl', ['dynsec', 'init', join(folder, 'dynamic-security.json'), 'gateway', password], {
    stdio: 'ignore',
  });
  writeFileSync(
    join(folder, 'mosquitto.conf'),
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `plugin ${found.plugin}`,
      `plugin_opt_config_file ${join(folder, 'dynamic-security.json')}`,
      'persistence true',
      `persistence_location ${folder}/`,
      'max_queued_messages 0',
      'max_inflight_messages 2000',
      'message_size_limit 66560',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ].join('\n'),
  );
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(found.program, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
    await reachable(port);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child?.once('exit', resolve));
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    url: `mqtt://gateway:${password}@127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    restart: async (signal = 'SIGTERM') => {
      await end(signal);
      await start();
    },
    stop: async () => {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function reachable(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Mosquitto did not start');
}
