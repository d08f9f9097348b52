/**
 * A problem is a stable code such as `order.refund.exceeds-paid` with a number. 4xx numbers of the transport (400, 401,
 * 403, 404, 405, 408, 413, 415, 429, 431) and 5xx become the HTTP status; 409 and 422 are business refusals, answered with HTTP
 * 200 and `success: false` (product.md 3), unless the problem is listed in `TRANSPORT_CONFLICTS`.
 */
export type ProblemTable = Readonly<Record<string, number>>;

export type ProblemParams = Readonly<Record<string, string | number>>;

export const platformProblems = {
  'request.malformed': 400,
  'request.unauthenticated': 401,
  'request.forbidden': 403,
  'request.root-only': 403,
  'request.tenant-forbidden': 403,
  'request.not-found': 404,
  'request.method-not-allowed': 405,
  'request.too-slow': 408,
  'request.too-large': 413,
  'request.file-too-large': 413,
  'request.unsupported-media-type': 415,
  'request.too-many': 429,
  'request.headers-too-large': 431,
  'request.idempotency-key-required': 400,
  'request.idempotency-key-in-use': 409,
  'request.idempotency-key-reused': 422,
  'request.cross-site': 403,
  'request.https-only': 403,
  'server.failed': 500,
  'server.busy': 503,
  'server.unavailable': 503,
} as const satisfies ProblemTable;

/** The only 409 and 422 that keep their HTTP status (product.md 3). */
export const TRANSPORT_CONFLICTS: ReadonlySet<string> = new Set([
  'request.idempotency-key-in-use',
  'request.idempotency-key-reused',
]);
