import { readConfiguration, type SimulatorConfig, WrongConfiguration } from './configuration.ts';
import { type Simulator, startSimulator } from './start-simulator.ts';

/**
 * The program. It prints one line of JSON with its addresses when everything listens, and ends on SIGTERM, on SIGINT, or
 * when whoever started it is gone: a killed launcher leaves no orphan that keeps the ports.
 */
const LAUNCHER_CHECKED_EVERY_MS = 500;
const PORT_WAITED_FOR_MS = 15_000;
const STOP_WITHIN_MS = 5_000;

/** After a kill -9 the earlier run may still be on its way out. */
async function startWhenPortsAreFree(config: SimulatorConfig): Promise<Simulator> {
  for (let waited = 0; ; waited += LAUNCHER_CHECKED_EVERY_MS) {
    try {
      return await startSimulator(config);
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || waited >= PORT_WAITED_FOR_MS) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LAUNCHER_CHECKED_EVERY_MS));
  }
}

try {
  const launcher = process.ppid;
  // What matters is on disk before it is told to anybody, so there is nothing left to do.
  setInterval(() => process.ppid !== launcher && process.exit(0), LAUNCHER_CHECKED_EVERY_MS).unref();

  const simulator = await startWhenPortsAreFree(readConfiguration(process.env['SIMULATOR_CONFIG']));
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
  process.stderr.write(`simulator: ${error instanceof WrongConfiguration ? error.message : String(error)}\n`);
  process.exit(1);
}
