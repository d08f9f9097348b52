import { createHash } from 'node:crypto';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { sizeOfFiles, spaceLeft } from '#platform/files/server/index.ts';
import { raise } from '#platform/problems/server/raise.ts';
import {
  COPIED_KINDS,
  type CopyNote,
  type CopyPreview,
  type CopyWarning,
  type Deed,
  type Named,
  SOURCE_RIGHTS,
  TARGET_RIGHTS,
} from '../contract/copy-run.ts';
import type { PreviewRequest } from '../contract/endpoints.ts';
import { type PlannedRecord, planTree, type SourceTree, taxDiffers } from '../rules/copy-plan.ts';
import { picturesOf } from './copy-tree.ts';
import { loadLedger } from './ledger.ts';
import { callerIn, describeTenant } from './parties.ts';
import { readTrees } from './read-trees.ts';

export interface LookedAt {
  readonly preview: CopyPreview;
  readonly target: RequestContext;
  readonly trees: readonly SourceTree[];
}

/** What a copy would do, read in the source with the rights held there, and in the target with those held there. */
export async function lookAt(context: RequestContext, { targetTenantId, menuIds }: PreviewRequest): Promise<LookedAt> {
  if (targetTenantId === context.tenantId) raise('menu-copy.same-tenant');
  const source = await callerIn(context, context.tenantId, SOURCE_RIGHTS);
  const target = await callerIn(context, targetTenantId, TARGET_RIGHTS);
  const [here, there] = [await describeTenant(source), await describeTenant(target)];
  const trees = await readTrees(source, menuIds);
  const ledger = await target.read((db) => loadLedger(db, source.tenantId));
  const otherCurrency = here.currency !== there.currency;
  const plans = trees.map((tree) => planTree(tree, ledger, otherCurrency));
  const all = plans.flat();
  const pictureBytes = await sizeOfFiles(context.services, source.tenantId, picturesOf(all));
  const spaceLeftBytes = await spaceLeft(context.services, target.tenantId);
  const otherTax = taxDiffers(await taxModes(source), await taxModes(target));
  const warned = (code: CopyWarning, names: Named[] = []) => ({ code, names });
  const noted = (code: CopyNote) => all.filter(({ notes }) => notes.includes(code)).map(namedOf);
  const ofNotes = (
    [
      ['costs', 'cost-needed'],
      ['unit', 'unit-differs'],
      ['renamed', 'renamed'],
    ] as const
  ).flatMap(([code, note]) => (noted(note).length > 0 ? [warned(code, noted(note))] : []));
  const preview: CopyPreview = {
    target: there,
    currency: here.currency,
    trees: plans.map((plan, place) => ({
      menuId: trees[place]!.menuId,
      ...namedOf(plan[0]!),
      ...countDeeds(plan),
    })),
    kinds: COPIED_KINDS.map((kind) => ({ kind, ...countDeeds(all.filter((one) => one.kind === kind)) })),
    warnings: [
      ...(otherCurrency && all.some(({ deed }) => deed !== 'skip') ? [warned('currency')] : []),
      ...(otherTax ? [warned('tax')] : []),
      ...(pictureBytes > spaceLeftBytes ? [warned('space')] : []),
      ...ofNotes,
    ],
    priceNeeded: noted('price-needed'),
    pictureBytes,
    spaceLeftBytes,
    digest: digestOf(there, all),
  };
  return { preview, target, trees };
}

const namedOf = ({ source, name }: PlannedRecord): Named => ({
  name: name ?? String(source.values['name']),
  nameZh: String(source.values['nameZh'] ?? ''),
});

function countDeeds(plan: readonly PlannedRecord[]): Record<Deed, number> {
  const of = (deed: Deed) => plan.filter((one) => one.deed === deed).length;
  return { add: of('add'), update: of('update'), skip: of('skip') };
}

function digestOf(target: object, plan: readonly PlannedRecord[]): string {
  const deeds = plan.map(({ kind, source, deed, notes }) => [kind, source.id, source.version, deed, ...notes]);
  return createHash('sha256')
    .update(JSON.stringify([target, deeds]))
    .digest('hex');
}

/** In how many ways the spots of a tenant show tax (domain 3). */
async function taxModes({ read }: Pick<RequestContext, 'read'>): Promise<string[]> {
  const rows = await read((db) => db.selectFrom('spot').select('tax_mode').distinct().execute());
  return rows.map(({ tax_mode }) => tax_mode);
}
