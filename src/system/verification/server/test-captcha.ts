import { randomUUID } from 'node:crypto';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import type { TestServer } from '#platform/testing/test-server.ts';

/** A picture that shows `ACDE`, as far as the server knows: a test cannot read pictures. */
export async function aKnownCaptcha(product: TestServer): Promise<{ checkKey: string; captcha: string }> {
  const checkKey = randomUUID();
  await product.send('GET', `/api/sys/randomImage/${checkKey}`);
  await product.services.database.identity((db) =>
    db
      .updateTable('captcha')
      .set({ answer_digest: product.services.secrets.hmac('captcha', `${checkKey}\nACDE`) })
      .where('key_digest', '=', sha256(checkKey))
      .execute(),
  );
  return { checkKey, captcha: 'ac de' };
}
