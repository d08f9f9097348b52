import type { RequestContext } from '#platform/context/server/request-context.ts';
import { requireRoot } from '#platform/http/server/require-root.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { monotonicMs } from '#platform/time/server/clock.ts';
import { dataSources } from '../contract/data-sources.ts';
import type { TestConnectionAnswer, TestConnectionRequest } from '../contract/endpoints.ts';
import { isUnchanged, mustBeSameLogin } from './serve-sources.ts';
import { openPassword } from './source-secret.ts';
import { troubleOf } from './source-trouble.ts';
import { findSource, openTarget, targetOf } from './sources.ts';

/** Connects with what stands in the form; a password that is kept is used where none is given, for its own server alone. */
export async function tryConnection(
  context: RequestContext,
  { id = '', dbPassword = '', ...asked }: TestConnectionRequest,
): Promise<TestConnectionAnswer> {
  requireRoot(context);
  requireStepUp(context);
  const { services } = context;
  let password: { reveal(): string } | undefined = { reveal: () => dbPassword };
  if (id !== '' && isUnchanged(dbPassword)) {
    const source = (await context.read((db) => findSource(db, id))) ?? raise(dataSources.notFound);
    password = await openPassword(services, id);
    if (password) mustBeSameLogin(source, asked);
  }
  const begun = monotonicMs();
  const target = await targetOf(services, asked, password);
  try {
    const database = await openTarget(target);
    try {
      return { ...(await database.facts()), tookMs: Math.round(monotonicMs() - begun) };
    } finally {
      await database.close().catch(() => undefined);
    }
  } catch (error) {
    throw troubleOf(error);
  }
}
