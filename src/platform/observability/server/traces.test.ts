import { createServer, type Server } from 'node:http';
import { type Logger, pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { eventType } from '#platform/events/contract/event.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { jobType } from '#platform/jobs/contract/job.ts';
import { defineJob } from '#platform/jobs/server/define-job.ts';
import { startTestServer } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { openTraces, type Span } from './traces.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}
let collector: Server;
let endpoint: string;
const received: { path: string; type: string | undefined; text: string; spans: SentSpan[] }[] = [];
/** How the collector answers; tests make it fail or hang. */
let answer: (respond: (status: number) => void) => void;
beforeEach(async () => {
  received.length = 0;
  answer = (respond) => respond(200);
  collector = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };
    const spans = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    received.push({ path: request.url ?? '', type: request.headers['content-type'], text, spans });
    answer((status) => response.writeHead(status).end('{}'));
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  endpoint = `http://127.0.0.1:${(collector.address() as { port: number }).port}`;
});
afterEach(async () => {
  collector.closeAllConnections();
  await new Promise((done) => collector.close(done));
});

const silent: Logger = pino({ level: 'silent' });
const span = (more: Partial<Span> = {}): Span => ({
  name: 'GET /test',
  kind: 'server',
  durationMs: 12.5,
  attributes: { 'http.route': '/test', 'http.response.status_code': 200 },
  failed: false,
  ...more,
});
const sentSpans = (): SentSpan[] => received.flatMap(({ spans }) => spans);
const counts = async (metrics: Registry): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await metrics.getSingleMetric('trace_spans_total')?.get())?.values ?? []).map(({ labels, value }) => [
      String(labels['result']),
      value,
    ]),
  );

test('a span arrives in the words of OTLP', async () => {
  const traces = openTraces(`${endpoint}/`, silent, new Registry());
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  traces.record(span({ failed: true, traceparent }));
  await traces.stop();
  expect(received).toMatchObject([{ path: '/v1/traces', type: 'application/json' }]);
  const [sent] = sentSpans();
  expect(sent).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    name: 'GET /test',
    kind: 2,
    status: { code: 2 },
    attributes: [
      { key: 'http.route', value: { stringValue: '/test' } },
      { key: 'http.response.status_code', value: { intValue: '200' } },
    ],
  });
  expect(BigInt(sent!.endTimeUnixNano) - BigInt(sent!.startTimeUnixNano)).toBe(12_500_000n);
});

test.each([undefined, 'rubbish', '00-00000000000000000000000000000000-00f067aa0ba902b7-01'])(
  'with %s as traceparent a span begins a trace of its own',
  async (traceparent) => {
    const traces = openTraces(endpoint, silent, new Registry());
    traces.record(span({ traceparent }));
    await traces.stop();
    expect(sentSpans()[0]?.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
    expect(sentSpans()[0]?.parentSpanId).toBeUndefined();
  },
);

test('many spans travel in few calls', async () => {
  const traces = openTraces(endpoint, silent, new Registry());
  for (let i = 0; i < 1_200; i++) traces.record(span({ name: `span ${i}` }));
  await traces.stop();
  expect(new Set(sentSpans().map(({ name }) => name)).size).toBe(1_200);
  expect(received.length).toBeLessThan(6);
});

test('what waits is sent by itself after a while', async () => {
  const traces = openTraces(endpoint, silent, new Registry(), 50);
  traces.record(span());
  await until(() => received.length === 1);
  await traces.stop();
});

test('a collector that refuses or is away costs spans, is logged once, and is used again when it is back', async () => {
  const metrics = new Registry();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const traces = openTraces(endpoint, log, metrics, 50);
  answer = (respond) => respond(500);
  for (let i = 1; i <= 3; i++) {
    traces.record(span());
    await until(
      () => counts(metrics),
      ({ dropped }) => dropped === i,
    );
  }
  expect(lines.filter((line) => line.includes('dropped'))).toHaveLength(1);
  answer = (respond) => respond(200);
  traces.record(span({ name: 'afterwards' }));
  await until(
    () => counts(metrics),
    ({ sent }) => sent === 1,
  );
  await traces.stop();
});

test('a collector that does not answer holds up no request, and what waits stays bounded', async () => {
  const metrics = new Registry();
  answer = () => undefined;
  const traces = openTraces(endpoint, silent, metrics);
  for (let i = 0; i < 20_000; i++) traces.record(span());
  expect((await counts(metrics))['dropped']).toBeGreaterThan(15_000);
});

test('without an address nothing is recorded', async () => {
  const metrics = new Registry();
  const traces = openTraces(undefined, silent, metrics);
  traces.record(span());
  await traces.stop();
  expect(metrics.getSingleMetric('trace_spans_total')).toBeUndefined();
});

test('a server with the setting sends requests, jobs and events, by pattern and without what is secret', async () => {
  const Word = z.object({ word: z.string() });
  const [job, event] = [jobType('test.trace', Word, 10), eventType('test.traced', Word)];
  const slice = {
    name: 'test',
    jobs: [defineJob(job, async () => undefined)],
    subscriptions: [subscribe(event, 'test.receive', async () => undefined)],
  };
  const server = await startTestServer({ slices: [slice], env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
  const tenant = await server.newTenant();
  await server.send('GET', '/livez?token=planted-secret', undefined, { token: 'planted-secret' });
  await server.send('POST', '/sos-backend/no/such/planted-secret', { password: 'planted-secret' });
  await runTransaction(server.services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, async (tx) => {
    await tx.enqueue(job, { word: 'planted-secret' });
    await tx.publish(event, { word: 'planted-secret' });
  });
  await server.runDue();
  await server.stop();
  const names = sentSpans().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['GET /livez', 'POST unknown', 'job test.trace', 'event test.traced']));
  for (const { text } of received) expect(text).not.toContain('planted-secret');
});
