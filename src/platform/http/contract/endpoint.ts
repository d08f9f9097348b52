import type * as z from 'zod';
import { BACKEND_BASE, isBackendPath, isStorefrontPath, isSystemPath, STOREFRONT_BASE, SYSTEM_BASE } from './bases.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Whose credential opens the route. Open routes need a reason, listed by the boot check (security 5.1). */
export type EndpointAuth = 'session' | 'storefront' | 'open';

/**
 * `tenant`: the `tenant-id` header selects among the session's tenants (security 2.1) and the use case gets a database
 * inside that tenant. `identity`: the header is ignored; the call is about the user himself or about the installation.
 */
export type EndpointScope = 'tenant' | 'identity';

/** A call that takes a file beside its fields, as `multipart/form-data` and in no other form. */
export interface UploadForm {
  /** The request field that holds the file, an `UploadedFile`. */
  readonly field: string;
  /** The largest file, in bytes. */
  readonly maxBytes: number;
  /** A narrower limit that the fields before the file decide. */
  readonly maxBytesOf?: (fields: Readonly<Record<string, string>>) => number;
}

export interface Endpoint<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  readonly method: HttpMethod;
  /**
   * Other verbs that are accepted too, where the specification and the older contract differ (product.md 3). Calls of the back
   * end with a session have theirs by themselves; an empty list where GET would not do: the request holds objects, which no
   * address can, or the call tries something out.
   */
  readonly alsoMethods?: readonly HttpMethod[];
  /** Path below its base; `:name` marks a path parameter. `/sys/…` belongs to the system base, see `fullPath`. */
  readonly path: string;
  readonly auth: EndpointAuth;
  /** Why an open route is open. */
  readonly openBecause?: string;
  readonly scope: EndpointScope;
  /** Action name that the caller must hold; `null` says that any logged-in caller may. */
  readonly permission: string | null;
  /** Path parameters, query and body merged into one object; strict, so unknown fields are refused. */
  readonly request: Request;
  /** Names that clients send along and the call does not need, such as what a row says beside its fields: they are not looked at. */
  readonly ignores?: readonly string[];
  readonly response: Response;
  /** One English line for the API page. */
  readonly summary: string;
  /** `change`: the call writes, so an audit row belongs to its transaction (security 14.2). */
  readonly effect: 'read' | 'change';
  /** Devices may call it too, about themselves alone: HTTP Basic with the IMEI and the password of the MQTT access. */
  readonly deviceToo?: true;
  readonly idempotencyKey?: 'required';
  /**
   * All that the call does happens in one transaction, which answers what the call answers: then its idempotency key is
   * written with the answer at the commit, and nothing is asked before.
   */
  readonly inOneTransaction?: true;
  /** The answer shows a secret, such as a new password, once: what is kept for a repeated key is encrypted. */
  readonly answersSecret?: true;
  /** Body limit in bytes where it differs from the general one of 1 MB. */
  readonly bodyLimit?: number;
  readonly upload?: UploadForm;
  /** A success is the list alone, without an envelope, where the older client reads it so (system-api.md 1.1). */
  readonly answersBare?: true;
  /** The envelope's message, where the older client reads there what the result says. */
  messageOf?(result: z.output<Response>): string;
  /** A count of the result that, above zero, makes the envelope's code 201: done, but not for everything (system-api.md 1.6). */
  readonly refusedField?: string;
  /** A success is an `AnsweredFile`, sent as this type where older clients save what comes; a refusal keeps its envelope. */
  readonly answersFile?: string;
}

/** Where a call goes, and the action that it needs where that is known. */
export type CallAddress = Pick<Endpoint, 'method' | 'path'> & Partial<Pick<Endpoint, 'permission'>>;

/**
 * An endpoint without its schemas and its words, in plain values: `calls.ts` of a slice holds the calls that programs without
 * zod make, and its endpoints are built from them, so that an address is written once.
 */
export type PlainCall = CallAddress & Partial<Pick<Endpoint, 'alsoMethods' | 'auth' | 'scope' | 'effect'>>;

type EndpointInput<Request extends z.ZodType, Response extends z.ZodType> = Omit<
  Endpoint<Request, Response>,
  'auth' | 'scope' | 'permission' | 'effect'
> &
  Partial<Pick<Endpoint, 'auth' | 'scope' | 'effect'>> &
  (
    | { auth: 'open'; openBecause: string; permission?: null }
    | { auth?: 'session' | 'storefront'; permission: string | null }
  );

/** Declares a call once: the route, the typed client, forms, the permission check and OpenAPI are made from it. */
export function endpoint<Request extends z.ZodType, Response extends z.ZodType>(
  input: EndpointInput<Request, Response>,
): Endpoint<Request, Response> {
  const { method, path, auth = 'session', effect = method === 'GET' ? 'read' : 'change' } = input;
  return {
    scope: auth === 'open' ? 'identity' : 'tenant',
    ...(isBackendPath(path) && auth === 'session' ? { alsoMethods: [otherMethod(method, effect)] } : {}),
    ...input,
    ...{ auth, effect, permission: input.permission ?? null },
  };
}

/** Reads take GET and POST, changes POST and PUT, removals POST and DELETE (settled 3). */
function otherMethod(method: HttpMethod, effect: Endpoint['effect']): HttpMethod {
  if (method !== 'POST') return 'POST';
  return effect === 'read' ? 'GET' : 'PUT';
}

/** Product.md 3: `/sys/…` lives under the system base, the storefront under its own, everything else under the back end. */
export function fullPath(path: string): string {
  if (isSystemPath(path)) return SYSTEM_BASE + path;
  if (isStorefrontPath(path)) return path;
  return BACKEND_BASE + path;
}

/** Whether an address is that of a call, not of a page, a file or a question about health. */
export function isCall(url: string): boolean {
  return [SYSTEM_BASE, BACKEND_BASE, STOREFRONT_BASE].some((base) => url.startsWith(`${base}/`));
}

/** What the caller writes (defaults may be left out) and what the use case reads. */
export type RequestInput<E extends Endpoint> = z.input<E['request']>;
export type RequestOf<E extends Endpoint> = z.output<E['request']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
