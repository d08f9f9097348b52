import { DURATION_BOUNDS } from '../contract/duration-bounds.ts';

/** A request that was answered: never its headers, its query or its body (security 2.14). */
export interface AnsweredRequest {
  /** Epoch milliseconds of its end. */
  readonly at: number;
  readonly method: string;
  /** The pattern, such as `/sos-backend/orders/:id`. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Counts since the start of the process. */
export interface RouteCounts {
  count: number;
  /** Answered 4xx. */
  clientErrors: number;
  /** Answered 5xx. */
  serverErrors: number;
  ms: number;
  /** By the upper bounds of `DURATION_BOUNDS`, and one more for what took longer. */
  readonly buckets: number[];
}

const KEPT = 200;
/** Streams last as long as their page is open: their duration says nothing. */
const STREAM = /\/live\/stream$/;

/** The last requests of this server, and how many there were by route. */
export class RequestLog {
  readonly #ring: AnsweredRequest[] = [];
  #next = 0;
  /** By `GET /path`. */
  readonly routes = new Map<string, RouteCounts>();

  add(request: AnsweredRequest): void {
    if (STREAM.test(request.route)) return;
    this.#ring[this.#next] = request;
    this.#next = (this.#next + 1) % KEPT;
    const key = `${request.method} ${request.route}`;
    let counts = this.routes.get(key);
    if (!counts) {
      counts = { count: 0, clientErrors: 0, serverErrors: 0, ms: 0, buckets: DURATION_BOUNDS.map(() => 0).concat(0) };
      this.routes.set(key, counts);
    }
    counts.count += 1;
    if (request.status >= 500) counts.serverErrors += 1;
    else if (request.status >= 400) counts.clientErrors += 1;
    counts.ms += request.ms;
    const bucket = DURATION_BOUNDS.findIndex((bound) => request.ms / 1_000 <= bound);
    counts.buckets[bucket === -1 ? DURATION_BOUNDS.length : bucket]! += 1;
  }

  newestFirst(): AnsweredRequest[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)].reverse();
  }
}
