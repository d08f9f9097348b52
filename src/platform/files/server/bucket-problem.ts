import { OutboundError, type OutboundReason } from '#platform/outbound/server/outbound-error.ts';
import { Problem } from '#platform/problems/server/raise.ts';

const ADDRESS: readonly OutboundReason[] = ['address-form', 'not-public', 'redirect'];

/** What the service said, as far as it can be recognised. */
interface ServiceError {
  readonly status: number;
  readonly code: string | undefined;
}

function serviceError(error: unknown): ServiceError | undefined {
  if (typeof error !== 'object' || error === null || !('serviceCode' in error)) return undefined;
  const { status, serviceCode } = error as { status?: unknown; serviceCode?: unknown };
  return { status: Number(status), code: typeof serviceCode === 'string' ? serviceCode : undefined };
}

/** There is no such object; a bucket that is not there is another matter. */
export function objectsAbsent(error: unknown): boolean {
  const said = serviceError(error);
  return said?.status === 404 && said.code !== 'NoSuchBucket';
}

/** What the service said behind a problem, in its own code such as `NoSuchBucket`; its words stay in the log. */
export function serviceCodeOf(problem: unknown): string | undefined {
  return problem instanceof Problem ? serviceError(problem.cause)?.code : undefined;
}

/** A failed call as a problem whose words say what the user should check; the service's own words stay in the log. */
export function storageProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const cause = error;
  if (error instanceof OutboundError && ADDRESS.includes(error.reason))
    return new Problem('storage.address-refused', {}, { cause });
  const status = serviceError(error)?.status ?? 0;
  if (status >= 400 && status < 500 && status !== 429) return new Problem('storage.access-refused', {}, { cause });
  return new Problem('storage.unreachable', {}, { cause, retryAfterSeconds: 5 });
}
