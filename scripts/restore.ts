// `npm run restore -- FILE`: an installation from its backup, into an empty DATA_DIR or an empty database; `-` reads from a pipe.

import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockData } from '#apps/server/data-lock.ts';
import { openDatabaseOf } from '#apps/server/open-installation.ts';
import { BackupProblem } from '#platform/backup/server/backup-format.ts';
import { readBackup } from '#platform/backup/server/read-backup.ts';
import { type Config, readConfig } from '#platform/config/server/config.ts';
import { showProgress } from './backup-progress.ts';

const file = process.argv[2];

async function main(config: Config): Promise<void> {
  if (!file) throw new BackupProblem('Which backup? npm run restore -- console-2026-11-23T0700Z.tar.gz');
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

main(readConfig(process.env)).catch((error: Error) => {
  process.stderr.write(`${error instanceof BackupProblem ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
