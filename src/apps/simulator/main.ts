import { readConfiguration, WrongConfiguration } from './configuration.ts';
import { freePorts } from './free-ports.ts';
import { startSimulator } from './start-simulator.ts';

/**
 * The program. It prints one line of JSON with its addresses when everything listens, and ends on SIGTERM, on SIGINT, or
 * when whoever started it is gone: a killed launcher leaves no orphan that keeps the ports.
 */
const LAUNCHER_CHECKED_EVERY_MS = 500;
const STOP_WITHIN_MS = 5_000;

const say = (line: string): void => void process.stderr.write(`simulator: ${line}\n`);

try {
  const launcher = process.ppid;
  // What matters is on disk before it is told to anybody, so there is nothing left to do.
  setInterval(() => process.ppid !== launcher && process.exit(0), LAUNCHER_CHECKED_EVERY_MS).unref();

  const config = readConfiguration(process.env['SIMULATOR_CONFIG']);
  const simulator = await startSimulator({ ...config, ports: await freePorts(config.ports, say) });
  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await simulator.stop();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.stdout.write(
    `${JSON.stringify({ simulator: 'ready', providerUrl: simulator.provider.url, controlUrl: simulator.control.url, mailPort: simulator.mailPort })}\n`,
  );
} catch (error) {
  say(error instanceof WrongConfiguration ? error.message : String(error));
  process.exit(1);
}
