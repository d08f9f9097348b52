// `npm run backup -- FILE`: database and files of the installation in one file, while servers run; `-` writes to the terminal's pipe.

import { createWriteStream } from 'node:fs';
import { access, copyFile, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { openDatabaseOf } from '#apps/server/open-installation.ts';
import { BackupProblem } from '#platform/backup/server/backup-format.ts';
import { writeBackup } from '#platform/backup/server/write-backup.ts';
import { readConfig } from '#platform/config/server/config.ts';
import { showProgress } from './backup-progress.ts';

const config = readConfig(process.env);
const now = new Date();
const asked = process.argv[2] ?? `console-${now.toISOString().slice(0, 16).replaceAll(':', '')}Z.tar.gz`;

async function main(): Promise<void> {
  const file = asked === '-' ? undefined : resolve(asked);
  // nobody loses the backup of yesterday by a name that was used twice
  if (
    file &&
    (await access(file).then(
      () => true,
      () => false,
    ))
  )
    throw new BackupProblem(`${file} is there already.`);
  if (file?.startsWith(config.dataDir + sep))
    throw new BackupProblem('A backup does not lie in DATA_DIR, of which it is one.');
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

main().catch((error: Error) => {
  process.stderr.write(`${error instanceof BackupProblem ? error.message : error.stack}\n`);
  process.exitCode = 1;
});
