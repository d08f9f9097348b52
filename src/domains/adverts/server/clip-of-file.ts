import type { Transaction } from '#platform/database/server/transaction.ts';
import { findFileFacts } from '#platform/files/server/index.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { type ClipFacts, clipFacts } from '../rules/clip-facts.ts';

const KIND = 'advert';

/** What the clip's file says of it; refused where the file is none of an advert, or where a picture has no time. */
export async function clipOfFile(
  tx: Transaction,
  { file, durationSeconds }: { readonly file: string; readonly durationSeconds: number | null },
): Promise<ClipFacts> {
  const found = file.split('/')[1] === KIND ? (await findFileFacts(tx.db, tx.tenantId, [file])).get(file) : undefined;
  if (!found) return raiseAt('file', 'ad.file-not-found');
  const facts = clipFacts(found, durationSeconds);
  if (facts.durationSeconds === null) raiseAt('durationSeconds', 'ad.duration-needed');
  return facts;
}
