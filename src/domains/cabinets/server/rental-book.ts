import type { PlatformDb, TenantDb } from '#platform/database/server/database.ts';

/**
 * What cabinets ask of rentals, which stand on top of them: the slice of rentals declares one, and `cabinetsSlice` of
 * `apps/server/slices.ts` is handed it.
 */
export interface RentalBook {
  /** Order numbers of open rentals by the serial of their unit; a unit without one is absent. */
  openRentals(db: TenantDb, serials: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether a rental is open that began at this cabinet, or whose unit was last there. Inside the transaction that moves it away. */
  hasOpenRentals(db: PlatformDb, cabinet: { readonly tenantId: string; readonly cabinetId: string }): Promise<boolean>;
}

/** The books of all slices that lend units. */
export class RentalBooks {
  readonly #books: readonly RentalBook[];

  constructor(books: readonly RentalBook[]) {
    this.#books = books;
  }

  async openRentals(db: TenantDb, serials: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    if (serials.length === 0) return found;
    for (const book of this.#books)
      for (const [serial, orderNo] of await book.openRentals(db, serials)) found.set(serial, orderNo);
    return found;
  }

  async hasOpenRentals(db: PlatformDb, cabinet: { tenantId: string; cabinetId: string }): Promise<boolean> {
    for (const book of this.#books) if (await book.hasOpenRentals(db, cabinet)) return true;
    return false;
  }
}
