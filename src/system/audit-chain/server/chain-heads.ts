import type { Services } from '#platform/context/server/services.ts';
import { fileKey } from '#platform/files/rules/stored-file.ts';
import { sameDigest } from '#platform/secrets/server/secrets.ts';
import { againstHead, type ChainHead } from '../rules/chain-link.ts';
import { reportFault } from './report-fault.ts';

/** Heads lie with the platform's own files, in the bucket of that tenant where it has one: outside of the database (settled 137). */
const OWNER = '1';
const PURPOSE = 'audit-heads';
const LATEST = 'latest';
const MOST_BYTES = 50_000_000;
const KEPT_MS = 400 * 24 * 3_600_000;

export type Heads = ReadonlyMap<number, ChainHead & { readonly at: string }>;

const keyOf = (id: string): string => fileKey({ tenantId: OWNER, purpose: PURPOSE, id, extension: 'csv' });

const signature = ({ secrets }: Pick<Services, 'secrets'>, text: string): string =>
  secrets.hmac('audit-heads', text).toString('hex');

/** Somebody wrote the file of heads by hand, or with another SECRETS_KEY. */
export class ForgedHeads extends Error {
  override readonly name = 'ForgedHeads';
}

/** The heads as they were written last; empty before the first time. */
export async function readHeads(services: Services): Promise<Heads> {
  const file = await services.files.read(keyOf(LATEST));
  if (!file) return new Map();
  const chunks: Buffer[] = [];
  for await (const chunk of file.content) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const end = text.lastIndexOf('signature,');
  const [lines, signed] = [text.slice(0, Math.max(0, end)), text.slice(end + 'signature,'.length).trim()];
  if (end < 0 || !sameDigest(Buffer.from(signature(services, lines)), Buffer.from(signed)))
    throw new ForgedHeads('The file of audit heads was changed, or written with another SECRETS_KEY');
  return new Map(
    lines
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => {
        const [tenant, number, link = '', at = ''] = line.split(',');
        return [Number(tenant), { number: Number(number), link, at }] as const;
      }),
  );
}

/**
 * Writes the end of each chain to the file store, as the latest and as that of this hour. A chain that has lost what its last head says
 * keeps that head, so that what was cut off is not forgotten, and the fault is reported.
 */
export async function writeHeads(services: Services): Promise<number> {
  const known = await readHeads(services);
  const now = services.clock.now();
  const at = now.toISOString();
  const chains = await services.database.acrossTenants('heads of audit chains', (db) =>
    db.selectFrom('audit_chain').select('tenant_id').orderBy('tenant_id').execute(),
  );
  const heads = new Map(known);
  const written: number[] = [];
  for (const { tenant_id } of chains) {
    const tenantId = Number(tenant_id);
    const head = known.get(tenantId);
    const { last, linkAtHead } = await endOf(services, tenantId, head?.number);
    const fault = againstHead(head, { last: last.number, linkAtHead });
    if (fault) await reportFault(services, tenantId, { ...fault, rowId: '' });
    if (fault || last.number === 0) continue;
    heads.set(tenantId, { ...last, at });
    written.push(tenantId);
  }
  const lines = [
    'tenant,number,link,at',
    ...[...heads].map(([id, head]) => `${id},${head.number},${head.link},${head.at}`),
  ];
  const text = `${lines.join('\n')}\n`;
  const bytes = Buffer.from(`${text}signature,${signature(services, text)}\n`);
  for (const id of [at.slice(0, 13).replaceAll(/\D/g, ''), LATEST])
    await services.files.write(keyOf(id), whole(bytes), { maxBytes: MOST_BYTES });
  await services.files.sweep(OWNER, PURPOSE, new Date(now.getTime() - KEPT_MS));
  if (written.length === 0) return 0;
  await services.database.acrossTenants('heads of audit chains were written', (db) =>
    db.updateTable('audit_chain').set({ headed_at: now }).where('tenant_id', 'in', written).execute(),
  );
  return written.length;
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The last number of a chain, and its link at another one. */
export const endOf = (services: Services, tenantId: number, at: number | undefined) =>
  services.database.acrossTenants('the end of an audit chain', async (db) => {
    const seals = db.selectFrom('audit_seal').where('tenant_id', '=', tenantId);
    const last = await seals.select(['number', 'link']).orderBy('number', 'desc').limit(1).executeTakeFirst();
    const asked = at === undefined ? undefined : await seals.select('link').where('number', '=', at).executeTakeFirst();
    return {
      last: { number: Number(last?.number ?? 0), link: last?.link.toString('hex') ?? '' },
      linkAtHead: asked?.link.toString('hex'),
    };
  });
