import type { Services } from '#platform/context/server/services.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { periodOfCode } from './app-codes.ts';
import { recoveryDigest } from './recovery-codes.ts';

/** What an account asks of its owner beside the password, and whether that was given. */
type StepResult = 'none' | 'passed' | 'recovered' | 'missing' | 'wrong';

/** The app's secret is made of the key of the installation and a seed: whoever reads the table alone has none. */
export const appSecret = ({ secrets }: Pick<Services, 'secrets'>, userId: string, seed: Buffer): Buffer =>
  secrets.hmac('second-step', Buffer.concat([Buffer.from(`${userId}\n`), seed])).subarray(0, 20);

/** Takes the code that somebody typed beside his password. Each is taken once, also where two logins come at the same moment. */
export async function takeStep(
  services: Pick<Services, 'secrets'>,
  db: PlatformDb,
  { userId, typed = '', now }: { readonly userId: string; readonly typed?: string | undefined; readonly now: Date },
): Promise<StepResult> {
  const step = await db
    .selectFrom('second_step')
    .select(['seed', 'confirmed_at', 'last_period', 'recovery'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!step?.confirmed_at) return 'none';
  const code = typed.trim();
  if (code === '') return 'missing';
  const period = periodOfCode(appSecret(services, userId, step.seed), code, now, Number(step.last_period));
  const digest = recoveryDigest(userId, code);
  const left = step.recovery.filter((one) => one !== digest);
  if (period === undefined && left.length === step.recovery.length) return 'wrong';
  await db
    .updateTable('second_step')
    .set(period === undefined ? { recovery: left } : { last_period: period })
    .where('user_id', '=', userId)
    .execute();
  return period === undefined ? 'recovered' : 'passed';
}
