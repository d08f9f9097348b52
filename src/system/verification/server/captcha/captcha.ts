import { randomInt } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { addressRange } from '#platform/http/rules/address-range.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sameDigest, sha256 } from '#platform/secrets/server/secrets.ts';
import type { CheckCaptchaRequest } from '../../contract/verification.ts';
import { CAPTCHA_LENGTH, CAPTCHA_LIFE_MS, CAPTCHA_SIGNS, normalCaptcha } from '../../rules/code-life.ts';
import { CAPTCHA_LIMITS } from '../../rules/request-limits.ts';
import { countRequest } from '../codes/request-counts.ts';
import { drawCaptcha } from './draw-captcha.ts';

const PNG = 'data:image/png;base64,';

/** A fresh picture under the client's key; an earlier one under the same key is worth nothing any more. */
export async function makeCaptcha(context: RequestContext, { key }: { key: string }): Promise<string> {
  const { services } = context;
  const signs = Array.from({ length: CAPTCHA_LENGTH }, () => CAPTCHA_SIGNS[randomInt(CAPTCHA_SIGNS.length)]).join('');
  const wait = await context.identity(async (db) => {
    const subject = `captcha:${addressRange(context.address)}`;
    const seconds = await countRequest(db, [{ subject, limits: CAPTCHA_LIMITS }], context.now());
    if (seconds > 0) return seconds;
    const row = {
      answer_digest: answerDigest(services, key, signs),
      expires_at: new Date(context.now().getTime() + CAPTCHA_LIFE_MS),
    };
    await db
      .insertInto('captcha')
      .values({ key_digest: sha256(key), ...row })
      .onConflict((conflict) => conflict.column('key_digest').doUpdateSet(row))
      .execute();
    return 0;
  });
  if (wait > 0) raise('session.captcha-too-many', { seconds: wait }, { retryAfterSeconds: wait });
  return PNG + drawCaptcha(signs).toString('base64');
}

/**
 * Tells early whether the characters are right (system-api.md 2.1). The picture stays for the call that wants it; a wrong answer
 * uses it up, so nobody guesses twice.
 */
export async function checkCaptcha(context: RequestContext, { checkKey, captcha }: CheckCaptchaRequest): Promise<null> {
  const { services } = context;
  const isRight = await context.identity(async (db) => {
    const row = await db
      .selectFrom('captcha')
      .select(['answer_digest', 'expires_at'])
      .where('key_digest', '=', sha256(checkKey))
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.expires_at <= context.now()) return false;
    if (sameDigest(row.answer_digest, answerDigest(services, checkKey, captcha))) return true;
    await db.deleteFrom('captcha').where('key_digest', '=', sha256(checkKey)).execute();
    return false;
  });
  return isRight ? null : raise('session.captcha-refused');
}

/** Uses the picture up, whatever comes of it; true for the right characters in time. */
export async function takeCaptcha(
  services: Pick<Services, 'secrets'>,
  db: PlatformDb,
  { checkKey, captcha }: { checkKey: string; captcha: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('captcha')
    .where('key_digest', '=', sha256(checkKey))
    .returning(['answer_digest', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) return false;
  return sameDigest(row.answer_digest, answerDigest(services, checkKey, captcha));
}

function answerDigest(services: Pick<Services, 'secrets'>, key: string, signs: string): Buffer {
  return services.secrets.hmac('captcha', `${key}\n${normalCaptcha(signs)}`);
}
