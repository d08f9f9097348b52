// `npm run backup -- FILE`: database and files of the installation in one file, while servers run; `-` writes to the terminal's pipe.

import { createWriteStream } from 'node:fs';
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { openDatabaseOf } from '#apps/server/open-installation.ts';
import { BackupProblem } from '#platform/backup/server/backup-format.ts';
import { writeBackup } from '#platform/backup/server/write-backup.ts';
import { type Config, readConfig } from '#platform/config/server/config.ts';
import { showProgress } from './backup-progress.ts';
import { CommandProblem, runCommand } from './run-command.ts';
import { masterKeyOf, requireInstallation } from './with-installation.ts';

await runCommand(async (words) => {
  const now = new Date();
  const [asked = `console-${now.toISOString().slice(0, 16).replaceAll(':', '')}Z.tar.gz`, ...more] = words;
  // what looks like an option is never the name that was meant
  if (more.length > 0 || (asked !== '-' && asked.startsWith('-')))
    throw new CommandProblem('Into which file? npm run backup -- /backups/monday.tar.gz, or - for a pipe.');
  const config = readConfig(process.env);
  const file = asked === '-' ? undefined : resolve(asked);
  if (file) await requirePlaceFor(file, config);
  await requireInstallation(config);
  if (file) await masterKeyOf(config);
  await backUp(config, file, now);
});

/** Looked for before a row is read. */
async function requirePlaceFor(file: string, config: Config): Promise<void> {
  const found = (path: string) => stat(path).catch(() => undefined);
  // nobody loses the backup of yesterday by a name that was used twice
  if (await found(file)) throw new BackupProblem(`${file} is there already.`);
  if (file.startsWith(config.dataDir + sep))
    throw new BackupProblem('A backup does not lie in DATA_DIR, of which it is one.');
  if (!(await found(dirname(file)))?.isDirectory())
    throw new BackupProblem(`There is no folder ${dirname(file)} for the backup.`);
}

async function backUp(config: Config, file: string | undefined, now: Date): Promise<void> {
  const database = await openDatabaseOf(config);
  const progress = showProgress();
  const draft = `${file}.part`;
  try {
    const place = { databaseUrl: database.url, dataDir: config.dataDir, now };
    const written = await writeBackup(
      place,
      file ? createWriteStream(draft, { mode: 0o600 }) : process.stdout,
      progress.show,
    );
    if (file) await rename(draft, file);
    progress.end(
      `${written.rows.toLocaleString('en')} rows of ${written.tables} tables and ${written.files} files: ${file ?? 'written'}`,
    );
    if (config.secretsKey) return;
    const key = join(config.dataDir, 'secrets-key');
    if (file) await copyFile(key, `${file}.key`);
    progress.end(
      `The key that opens what is encrypted in it: ${file ? `${file}.key` : key}. Keep it in another place.`,
    );
  } finally {
    if (file) await rm(draft, { force: true });
    await database.close();
  }
}
