import type { Conflict, Fault } from '#platform/http/contract/envelope.ts';

/**
 * `refusal`: a business rule said no (HTTP 200, `success: false`). `status`: the server answered 400 or above.
 * `timeout`, `network`: no answer came, so it is unknown whether anything changed.
 */
export type CallErrorKind = 'refusal' | 'status' | 'timeout' | 'network';

export interface CallErrorFacts {
  kind: CallErrorKind;
  /** HTTP status; 0 where no answer came. */
  status: number;
  /** The envelope's code, or the status as text. */
  code: string;
  /** For the user, in his language. */
  message: string;
  problem?: string | undefined;
  faults?: readonly Fault[] | undefined;
  conflict?: Conflict | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  /** The right that the call wants and its caller lacks. */
  permission?: string | undefined;
}

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly kind: CallErrorKind;
  readonly status: number;
  readonly code: string;
  readonly problem: string | undefined;
  readonly faults: readonly Fault[] | undefined;
  /** The record as somebody else left it meanwhile. */
  readonly conflict: Conflict | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly permission: string | undefined;
  #shown = false;

  constructor(facts: CallErrorFacts) {
    super(facts.message);
    this.kind = facts.kind;
    this.status = facts.status;
    this.code = facts.code;
    this.problem = facts.problem;
    this.faults = facts.faults;
    this.conflict = facts.conflict;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.permission = facts.permission;
  }

  /** A form or page that shows this failure itself says so; the general notice then stays away (ux-guide 8). */
  markShown(): void {
    this.#shown = true;
  }

  get isShown(): boolean {
    return this.#shown;
  }

  /**
   * What was asked may have come about, or may still: no answer came, the server or a proxy before it was in trouble, or its
   * twin is under way. Only the same idempotency key makes a repetition harmless.
   */
  get leavesOpen(): boolean {
    return this.status === 0 || this.status >= 500 || this.problem === 'request.idempotency-key-in-use';
  }
}

export const TENANT_CLOSED = 'request.tenant-forbidden';

/** The tenant that was asked for does not work, or its user is no member of it any more. */
export const isTenantClosed = (error: unknown): error is CallError =>
  error instanceof CallError && error.problem === TENANT_CLOSED;
