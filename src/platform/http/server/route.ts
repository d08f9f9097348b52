import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Endpoint, HttpMethod, RequestOf, ResponseOf } from '#platform/http/contract/endpoint.ts';

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (context: RequestContext, request: unknown) => Promise<unknown>;
}

/** Ties an endpoint to the use case that answers it. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (context: RequestContext, request: RequestOf<E>) => Promise<ResponseOf<E>>,
): Route {
  return { endpoint, handle: (context, request) => handle(context, request as RequestOf<E>) };
}

interface RawAnswer {
  readonly status?: number;
  /** Another status that may come with the same content. */
  readonly orStatus?: number;
  readonly type?: string;
  readonly schema?: z.ZodType;
  /** Refusals beside those of every raw route, as the API page names them. */
  readonly alsoRefused?: readonly ('Unauthenticated' | 'Forbidden' | 'TooLarge' | 'UpstreamDown' | 'UpstreamSilent')[];
}

/** A call whose answer or body is no envelope: an event stream, a provider's webhook on raw bytes, a document. */
export interface RawRoute {
  readonly method: HttpMethod | 'PATCH';
  /** Full path, base included; `*` at its end stands for any more parts. */
  readonly path: string;
  /** Why it needs no session of its own (security 5.1). */
  readonly openBecause: string;
  readonly summary: string;
  /** A page of another site may send the browser here, such as a login provider that returns it; its scripts may not call. */
  readonly reachedFromOtherSites?: true;
  /** It asks something of the database or of others: callers share the bucket of their address range. */
  readonly counted?: true;
  /** What it reads in the query, for the API page. */
  readonly query?: z.ZodType;
  /** Where it is not JSON with 200 alone, for the API page. */
  readonly answers?: RawAnswer;
  /** The body arrives as a Buffer, up to this many bytes. */
  readonly rawBody?: number;
  /** The body is left where it is, whatever its type and length: `request.raw` has it, and the route limits it. */
  readonly streamed?: true;
  readonly handle: (services: Services, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function rawRoute(declaration: RawRoute): RawRoute {
  return declaration;
}
