import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** One piece of work, recorded when it is over. Names and attributes are patterns and ids, never paths, bodies or tokens. */
export interface Span {
  readonly name: string;
  readonly kind: 'server' | 'consumer';
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  /** W3C `traceparent` of the caller: the span joins his trace. */
  readonly traceparent?: string | undefined;
}

export interface Traces {
  record(span: Span): void;
  /** Sends what is left, within a moment. */
  stop(): Promise<void>;
}

const SEND_EVERY_MS = 5_000;
const BATCH = 512;
/** What waits beyond this is dropped: an unreachable collector must not cost memory. */
const MOST_WAITING = 4_096;
const SEND_LIMIT_MS = 5_000;
const KINDS = { server: 2, consumer: 5 };
const FAILED = 2;
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/**
 * Spans to a collector by OTLP over HTTP in JSON, when its address is set (product.md 2). They are sent in batches beside
 * the work; no work waits for them, and what the collector does not take is dropped and counted.
 */
export function openTraces(
  endpoint: string | undefined,
  log: Logger,
  metrics: Registry,
  every = SEND_EVERY_MS,
): Traces {
  if (endpoint === undefined) return { record: () => undefined, stop: async () => undefined };
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const counted = new Counter({
    name: 'trace_spans_total',
    help: 'Spans by what became of them',
    labelNames: ['result'],
    registers: [metrics],
  });
  const resource = {
    attributes: attributesOf({
      'service.name': 'smart-iot-console',
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
  };
  let waiting: object[] = [];
  let sending: Promise<void> | undefined;
  let isAway = false;

  async function send(spans: readonly object[]): Promise<void> {
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'smart-iot-console' }, spans }] }],
    });
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_LIMIT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      counted.inc({ result: 'sent' }, spans.length);
      if (isAway) log.info('traces are taken again');
      isAway = false;
    } catch (error) {
      counted.inc({ result: 'dropped' }, spans.length);
      // once per outage: the log is for people
      if (!isAway) log.warn({ err: error }, 'traces are not taken and dropped');
      isAway = true;
    }
  }

  function flush(): Promise<void> {
    sending ??= (async () => {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH);
        waiting = waiting.slice(BATCH);
        await send(batch);
      }
    })().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  const timer = setInterval(() => void flush(), every);
  timer.unref();
  return {
    record: (span) => {
      if (waiting.length >= MOST_WAITING) {
        counted.inc({ result: 'dropped' });
        return;
      }
      waiting.push(toOtlp(span));
      if (waiting.length >= BATCH) void flush();
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.race([flush(), new Promise((done) => setTimeout(done, SEND_LIMIT_MS).unref())]);
    },
  };
}

function toOtlp(span: Span): object {
  const parent = TRACEPARENT.exec(span.traceparent ?? '');
  // the real time, whatever the clock of the business has been set to
  const endMs = performance.timeOrigin + performance.now();
  return {
    traceId: parent?.[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent ? { parentSpanId: parent[2] } : {}),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(endMs - span.durationMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: attributesOf(span.attributes),
    status: span.failed ? { code: FAILED } : {},
  };
}

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function attributesOf(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}
