// `npm run restore -- FILE`: an installation from its backup, into an empty DATA_DIR or an empty database; `-` reads from a pipe.

import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockData } from '#apps/server/data-lock.ts';
import { openDatabaseOf } from '#apps/server/open-installation.ts';
import { BackupProblem } from '#platform/backup/server/backup-format.ts';
import { readBackup } from '#platform/backup/server/read-backup.ts';
import { type Config, readConfig } from '#platform/config/server/config.ts';
import { openDatabase } from '#platform/database/server/database.ts';
import { requireKeyOfInstallation } from '#platform/secrets/server/installation-key.ts';
import { openSecrets } from '#platform/secrets/server/secrets.ts';
import { showProgress } from './backup-progress.ts';
import { CommandProblem, runCommand } from './run-command.ts';
import { masterKeyOf } from './with-installation.ts';

await runCommand(async ([file, ...more]) => {
  if (!file || more.length > 0 || (file !== '-' && file.startsWith('-')))
    throw new CommandProblem('Which backup? npm run restore -- console-2026-11-23T0700Z.tar.gz, or - for a pipe.');
  const config = readConfig(process.env);
  // before DATA_DIR is made and a database begun
  if (file !== '-' && !(await stat(file).catch(() => undefined))?.isFile())
    throw new BackupProblem(`There is no file ${file}.`);
  await bringBack(config, file);
});

async function bringBack(config: Config, file: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  await bringKey(config, file);
  const unlock = await lockData(config.dataDir);
  const database = await openDatabaseOf(config);
  const progress = showProgress();
  try {
    const source = file === '-' ? process.stdin : createReadStream(file);
    const place = { databaseUrl: database.url, dataDir: config.dataDir };
    const read = await readBackup(source, place, progress.show);
    progress.end(
      `${read.rows.toLocaleString('en')} rows of ${read.tables} tables and ${read.files} files, as they were at ${read.madeAt}.`,
    );
    await checkKey(config, database.url);
  } finally {
    await database.close();
    await unlock();
  }
}

/** Before anything is written: without its key a restored installation cannot read what it keeps secret. */
async function bringKey(config: Config, from: string): Promise<void> {
  if (config.secretsKey) return;
  const own = join(config.dataDir, 'secrets-key');
  const isThere = (path: string) =>
    readFile(path, 'utf8').then(
      (text) => text.trim() !== '',
      () => false,
    );
  if (await isThere(own)) return;
  if (from === '-' || !(await isThere(`${from}.key`))) {
    throw new BackupProblem(`The key is missing: put it beside the backup as ${from}.key, or set SECRETS_KEY.`);
  }
  await copyFile(`${from}.key`, own);
}

/** Said now, not when nobody can log in. */
async function checkKey(config: Config, databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, () => undefined);
  try {
    const secrets = openSecrets(await masterKeyOf(config));
    await requireKeyOfInstallation({ database, secrets });
  } finally {
    await database.close();
  }
}
