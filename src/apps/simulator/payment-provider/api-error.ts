import type { PaymentIntentObject } from './payment-objects.ts';

export type ApiErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ApiErrorBody {
  error: {
    type: ApiErrorType;
    code?: string;
    decline_code?: string;
    message: string;
    param?: string;
    charge?: string;
    doc_url?: string;
    payment_intent?: PaymentIntentObject;
  };
}

/**
 * An answer other than 200. `executed` says that the call got past the check of its parameters: only such answers are
 * kept under the idempotency key and replayed, as the provider documents it.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ApiErrorBody;
  readonly executed: boolean;

  constructor(status: number, error: ApiErrorBody['error'], executed: boolean) {
    super(error.message);
    this.status = status;
    this.body = { error };
    this.executed = executed;
  }
}

export function invalidParameter(param: string, message: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) }, false);
}

export function noSuch(kind: string, id: string, param: string, status = 404): ApiError {
  return new ApiError(
    status,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}: '${id}'`, param },
    status !== 404,
  );
}

/** A call that is well formed but that the state of the object refuses. */
export function refusedByState(code: string, message: string, intent?: PaymentIntentObject): ApiError {
  return new ApiError(
    400,
    { type: 'invalid_request_error', code, message, ...(intent ? { payment_intent: intent } : {}) },
    true,
  );
}
