/** Rows of a batch by their tenant, in one order everywhere: locks of two batches do not wait for each other crosswise. */
export function byTenant<Row extends { readonly tenantId: string }>(rows: Iterable<Row>): [string, Row[]][] {
  return [...Map.groupBy(rows, (row) => row.tenantId)].sort(([one], [other]) => Number(one) - Number(other));
}
