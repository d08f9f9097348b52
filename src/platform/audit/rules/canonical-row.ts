/** An audit row as it is signed: what the table holds, in values of the program. */
export interface SignedRow {
  readonly tenantId: string;
  readonly id: string;
  readonly at: Date;
  readonly actorKind: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly result: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly reason: string | null;
  readonly address: string;
  readonly requestId: string;
}

/**
 * One text for one JSON value, whatever the order of its fields: the database keeps another one (security 14.3).
 */
export function canonicalJson(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}

/** What may name people (security 14.5): signed through a digest, so that it can be replaced and the rest still verified. */
export function personalText(row: SignedRow): string {
  return canonicalJson([row.id, row.actorName, row.before ?? null, row.after ?? null, row.reason, row.address]);
}

/** The rest of the row, together with the digest of what may name people, in hex (security 14.3). */
export function lastingText(row: SignedRow, digest: string): string {
  return canonicalJson([
    ...[row.tenantId, row.id, row.at.toISOString(), row.actorKind, row.actorId, row.action],
    ...[row.objectKind, row.objectId, row.result, row.requestId, digest],
  ]);
}
