import type { TenantDb } from '#platform/database/server/database.ts';
import { statement } from '#platform/database/server/statement.ts';

/** What a tenant sells, and at which terms, in one of its states. */
export interface CatalogueVersion {
  readonly tenantId: number;
  readonly version: string;
}

const ofTenant = statement((db, _: Record<string, never>) =>
  db.selectFrom('catalogue_version').select(['tenant_id as tenantId', 'version']),
);

/** The state of now; every change of a table that carries the triggers `catalogue_…` makes a new one in its transaction. */
export async function catalogueVersion(db: TenantDb): Promise<CatalogueVersion> {
  const [version] = await ofTenant(db, {}).execute();
  if (!version) throw new Error('A tenant has no catalogue version');
  return version;
}

const MOST_KEPT = 2_000;

/**
 * Parts of catalogues that this server has read, each for the version that was asked for before it was read: what is found
 * is never older than the version (decision 33). The least recently used leave first.
 */
export class KeptCatalogue<Part> {
  readonly #parts = new Map<string, { readonly version: string; readonly part: Part }>();

  find({ tenantId, version }: CatalogueVersion, id: string): Part | undefined {
    const key = `${tenantId} ${id}`;
    const kept = this.#parts.get(key);
    if (kept?.version !== version) return undefined;
    this.#parts.delete(key);
    this.#parts.set(key, kept);
    return kept.part;
  }

  keep({ tenantId, version }: CatalogueVersion, id: string, part: Part): void {
    const key = `${tenantId} ${id}`;
    this.#parts.delete(key);
    this.#parts.set(key, { version, part });
    if (this.#parts.size <= MOST_KEPT) return;
    const [oldest] = this.#parts.keys();
    if (oldest !== undefined) this.#parts.delete(oldest);
  }
}
