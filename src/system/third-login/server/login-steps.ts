import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { CODE_MS, SENT_MS, UNBOUND_MS } from '../rules/step-life.ts';

/** What is remembered of a login under way, by the kind of step (migration third-login-providers). */
const DETAILS = {
  sent: z.object({ nonce: z.string(), codeVerifier: z.string(), callbackUrl: z.string(), inChatApp: z.boolean() }),
  unbound: z.object({
    authority: z.string(),
    subject: z.string(),
    name: z.string(),
    email: z.string().optional(),
  }),
  code: z.object({ userId: z.string(), authority: z.string(), subject: z.string() }),
} as const;
type StepKind = keyof typeof DETAILS;
export type StepDetail<Kind extends StepKind> = z.infer<(typeof DETAILS)[Kind]>;

const LIFE_MS: Record<StepKind, number> = { sent: SENT_MS, unbound: UNBOUND_MS, code: CODE_MS };

export interface StepPlace {
  readonly source: string;
  /** The cookie of the browser that began. */
  readonly browser: string;
  readonly now: Date;
}

/** Letters and digits only: one of the chat apps allows nothing else in a state. */
export function newStepName(): string {
  return randomBytes(32).toString('hex');
}

/** Remembers a step; answers the value that stands for it, of which the database keeps the digest only. */
export async function recordStep<Kind extends StepKind>(
  db: PlatformDb,
  kind: Kind,
  place: StepPlace,
  detail: StepDetail<Kind>,
  name: string = newStepName(),
): Promise<string> {
  await db
    .insertInto('third_login_step')
    .values({
      digest: sha256(name),
      kind,
      source: place.source,
      browser_digest: sha256(place.browser),
      detail: JSON.stringify(detail),
      expires_at: new Date(place.now.getTime() + LIFE_MS[kind]),
    })
    .execute();
  return name;
}

/** Takes a step away: undefined for one that is used, late, of another provider or of another browser. */
export async function takeStep<Kind extends StepKind>(
  db: PlatformDb,
  kind: Kind,
  name: string,
  place: Omit<StepPlace, 'source'> & { readonly source?: string },
): Promise<{ source: string; detail: StepDetail<Kind> } | undefined> {
  let query = db
    .deleteFrom('third_login_step')
    .where('digest', '=', sha256(name))
    .where('kind', '=', kind)
    .where('browser_digest', '=', sha256(place.browser))
    .where('expires_at', '>', place.now);
  if (place.source !== undefined) query = query.where('source', '=', place.source);
  const row = await query.returning(['source', 'detail']).executeTakeFirst();
  return row && { source: row.source, detail: DETAILS[kind].parse(row.detail) as StepDetail<Kind> };
}

/** Looks at an unbound identity without taking it. */
export async function findUnbound(
  db: PlatformDb,
  name: string,
  place: Omit<StepPlace, 'source'>,
): Promise<{ source: string; detail: StepDetail<'unbound'> } | undefined> {
  const row = await db
    .selectFrom('third_login_step')
    .select(['source', 'detail'])
    .where('digest', '=', sha256(name))
    .where('kind', '=', 'unbound')
    .where('browser_digest', '=', sha256(place.browser))
    .where('expires_at', '>', place.now)
    .executeTakeFirst();
  return row && { source: row.source, detail: DETAILS.unbound.parse(row.detail) };
}
