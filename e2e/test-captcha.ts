import { createHash } from 'node:crypto';
import pg from 'pg';
import { openSecrets } from '#platform/secrets/server/secrets.ts';
import { CAPTCHA_SIGNS } from '#system/verification/rules/code-life.ts';
import type { OpenProduct } from './global-setup.ts';

/** A statement as the owner of the product's database. */
export async function query(
  product: OpenProduct,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    return await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}

/** What a picture shows: a journey cannot read it, but it has the product's key and tries all answers. */
export async function solveCaptcha(product: OpenProduct, checkKey: string): Promise<string> {
  const secrets = openSecrets(product.secretsKey);
  const { rows } = await query(product, 'select answer_digest from captcha where key_digest = $1', [
    createHash('sha256').update(checkKey).digest(),
  ]);
  const wanted = (rows[0] as { answer_digest: Buffer }).answer_digest;
  for (const a of CAPTCHA_SIGNS)
    for (const b of CAPTCHA_SIGNS)
      for (const c of CAPTCHA_SIGNS)
        for (const d of CAPTCHA_SIGNS)
          if (secrets.hmac('captcha', `${checkKey}\n${a}${b}${c}${d}`).equals(wanted)) return a + b + c + d;
  throw new Error('The picture has no answer');
}
