import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { actingContext } from '#platform/http/server/acting-context.ts';
import { requirePermission } from '#platform/http/server/require-permission.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findPerson } from '#system/session/server/index.ts';
import { COPY_PERMISSION, type CopyTarget, TARGET_RIGHTS } from '../contract/copy-run.ts';

interface Person {
  readonly userId: string;
  readonly language: Language;
}

/**
 * The person in one tenant, with the rights that he holds there today and nothing of the other one's: all that is read or written
 * there goes through it. Undefined where he may not.
 */
export async function personIn(
  services: Services,
  { userId, language }: Person,
  tenantId: string,
  rights: readonly string[],
): Promise<RequestContext | undefined> {
  const actor = await findPerson(services, userId, tenantId);
  if (!actor || !rights.every((right) => can(actor, right))) return undefined;
  return actingContext(services, { tenantId, actor, language });
}

/** The same for the caller; a tenant that is none of his is as unknown as one that does not exist. */
export async function callerIn(
  context: RequestContext,
  tenantId: string,
  rights: readonly string[],
): Promise<RequestContext> {
  const { services, actor, language } = context;
  const party = await personIn(services, { userId: actor.id, language }, tenantId, []);
  if (!party) raise('menu-copy.tenant-not-found');
  for (const permission of rights) requirePermission(party.actor, permission);
  return party;
}

/** With its name in the reader's language. */
export async function describeTenant(
  context: Pick<RequestContext, 'tenantId' | 'read' | 'language'>,
): Promise<CopyTarget> {
  const { tenantId, read, language } = context;
  const row = await read((db) =>
    db.selectFrom('tenant').select(['name', 'name_zh', 'currency']).executeTakeFirstOrThrow(),
  );
  return { tenantId, name: localName(language, row.name, row.name_zh), currency: row.currency };
}

/** Tenants to which the caller may copy what the selected one sells. */
export async function findTargets(context: RequestContext): Promise<CopyTarget[]> {
  const { services, actor, language } = context;
  const targets: CopyTarget[] = [];
  for (const tenantId of actor.tenantIds) {
    if (tenantId === context.tenantId) continue;
    const party = await personIn(services, { userId: actor.id, language }, tenantId, TARGET_RIGHTS);
    if (party) targets.push(await describeTenant(party));
  }
  return targets;
}

/** In which of these tenants the caller may look at copies; with their names. */
export async function namesOfTenants(
  context: RequestContext,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { services, actor, language } = context;
  const names = new Map<string, string>();
  for (const tenantId of new Set(tenantIds)) {
    const party = await personIn(services, { userId: actor.id, language }, tenantId, [COPY_PERMISSION]);
    if (party) names.set(tenantId, (await describeTenant(party)).name);
  }
  return names;
}
