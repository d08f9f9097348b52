import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aPlace, type Place, startProduct } from './start-product.ts';

const run = promisify(execFile);

/** Names the folder of the demo that is copied. */
const KEPT = 'KEPT_DEMO';

/**
 * A demo that was started once and stopped. The history of a first start takes half a minute of the processor, so `npm test` makes one
 * for all tests that are about something else; `env` tells them where it is.
 */
export async function keepDemo(): Promise<{ folder: string; env: Readonly<Record<string, string>> }> {
  const place = await aPlace();
  await (await startProduct(place)).end('SIGTERM');
  return { folder: place.dataDir, env: { [KEPT]: place.dataDir } };
}

/** A place with a copy of the data of that demo. Without one, as where a file of tests is run by itself, the start makes its own. */
export async function aPlaceWithDemo(more: Readonly<Record<string, string>> = {}): Promise<Place> {
  const place = await aPlace(more);
  const kept = process.env[KEPT];
  if (kept) await run('cp', ['-a', `${kept}/.`, place.dataDir]);
  return place;
}

/** What the secrets of that demo are sealed with, for servers that are told their key. */
export async function secretsKeyOf({ dataDir }: Place): Promise<string> {
  const file = await readFile(join(dataDir, 'secrets-key'), 'utf8').catch(() => undefined);
  return file?.trim() ?? 'kX7-pair-0aZ3-pair-9qW1-pair-5tR8';
}
