import { readConfiguration, WrongConfiguration } from './configuration.ts';
import { startSimulator } from './start-simulator.ts';

/**
 * The program. It prints one line of JSON with its addresses when everything listens, and ends on SIGTERM or SIGINT, or
 * with SIMULATOR_WATCH_STDIN=on when its standard input closes: a killed launcher then leaves no orphan behind.
 */
try {
  const simulator = await startSimulator(readConfiguration(process.env['SIMULATOR_CONFIG']));
  process.stdout.write(
    `${JSON.stringify({ simulator: 'ready', provider: simulator.provider.url, control: simulator.control.url })}\n`,
  );

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(0), 5_000);
    late.unref();
    await simulator.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.env['SIMULATOR_WATCH_STDIN'] === 'on') process.stdin.resume().on('end', stop).on('error', stop);
} catch (error) {
  const isSetting = error instanceof WrongConfiguration;
  process.stderr.write(`simulator: ${isSetting ? error.message : String(error)}\n`);
  process.exit(1);
}
