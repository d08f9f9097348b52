import type { Conflict } from '#platform/http/contract/envelope.ts';
import type { ProblemParams } from '#platform/problems/contract/problem.ts';

/** A refusal or failure with a stable code; one place turns it into status and envelope (architecture 7). */
export class Problem extends Error {
  readonly code: string;
  readonly params: ProblemParams;
  /** Faults of single fields, for problems that name them; one without parameters has those of the problem. */
  readonly faults: readonly { path: string; code: string; params?: ProblemParams }[];
  /** Of a save that another save came before. */
  readonly conflict: Conflict | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    params: ProblemParams = {},
    more: { faults?: Problem['faults']; conflict?: Conflict; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.params = params;
    this.faults = more.faults ?? [];
    this.conflict = more.conflict;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Ends the use case with this problem. Usable as an expression: `(await findOrder(…)) ?? raise('order.not-found')`. */
export function raise(code: string, params?: ProblemParams, more?: ConstructorParameters<typeof Problem>[2]): never {
  throw new Problem(code, params, more);
}

/** The same for what one field of the request is refused for. */
export function raiseAt(path: string, code: string, params?: ProblemParams): never {
  throw new Problem(code, params, { faults: [{ path, code }] });
}
