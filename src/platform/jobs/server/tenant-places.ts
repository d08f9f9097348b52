/** How many jobs of each tenant are under way on this server, in all queues that share these places (security 15.2). */
export class TenantPlaces {
  readonly limit: number;
  readonly #underWay = new Map<string, number>();
  readonly #onFree: () => void;

  /** `onFree`: a tenant that had all of its places taken has one again. */
  constructor(limit: number, onFree: () => void) {
    this.limit = limit;
    this.#onFree = onFree;
  }

  /** Tenants that may begin no more. */
  full(): string[] {
    return [...this.#underWay].flatMap(([tenantId, count]) => (count >= this.limit ? [tenantId] : []));
  }

  take(tenantId: string): void {
    this.#underWay.set(tenantId, (this.#underWay.get(tenantId) ?? 0) + 1);
  }

  leave(tenantId: string): void {
    const count = this.#underWay.get(tenantId) ?? 1;
    if (count > 1) this.#underWay.set(tenantId, count - 1);
    else this.#underWay.delete(tenantId);
    if (count >= this.limit) this.#onFree();
  }
}
