import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '#platform/config/server/config.ts';

/** One server per DATA_DIR: a second one would stop the first one's database as if it were an orphan. */
export async function lockData(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'server.lock');
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await runningServer(dataDir);
      if (holder !== undefined) {
        throw new SettingsError([
          `Another server (process ${holder}) uses ${dataDir}: stop it first, or set DATA_DIR, PORT and MQTT_PORT.`,
        ]);
      }
      await rm(file, { force: true });
    }
  }
}

/** The process that holds the data folder, if it still lives: its number may have gone to another program since. */
export async function runningServer(dataDir: string): Promise<number | undefined> {
  const pid = Number(await readFile(join(dataDir, 'server.lock'), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined || /node/.test(command) ? pid : undefined;
}
