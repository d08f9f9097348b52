import { safePath } from '#platform/routing/web/safe-path.ts';
import { stateOf } from './state-pages.ts';

/** What the page of failures receives beside its address: where it happened, and the request. */
export interface FailedPlace {
  readonly failed: string;
  readonly requestId?: string | undefined;
  /** The address that no page of the reader has. */
  readonly missing?: string | undefined;
}

/** As the browser's history kept it, which an older build may have written: only a path of this site leads back. */
export function readFailedPlace(state: unknown): Partial<FailedPlace> {
  if (typeof state !== 'object' || state === null) return {};
  const { failed, requestId, missing } = state as Record<string, unknown>;
  const path = safePath(typeof failed === 'string' ? failed : undefined);
  return {
    ...(path !== undefined && stateOf(path) === undefined ? { failed: path } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof missing === 'string' ? { missing } : {}),
  };
}
