import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { havePrometheus, promtool, startPrometheus, type TestPrometheus } from './test-prometheus.ts';

/** What stands in docs/operations, held against a server that runs and, where it is installed, a real Prometheus. */
const FOLDER = join(import.meta.dirname, '../../../../docs/operations');
const RULES = join(FOLDER, 'alert-rules.yml');

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
}
const dashboard = JSON.parse(readFileSync(join(FOLDER, 'dashboard.json'), 'utf8')) as Dashboard;
const rules = readFileSync(RULES, 'utf8');

const queries = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
  ...dashboard.annotations.list.map(({ expr }) => ({ title: 'annotation', expr })),
];
/** Names of series: what stands before its labels. `up` is Prometheus' own. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b([a-z][a-z0-9_]*)\{/g)].map(([, name = '']) => name).filter((name) => name !== 'up');

let product: TestServer;
let shown: string;
beforeAll(async () => {
  product = await startTestServer();
  shown = (await product.send('GET', '/metrics')).text;
});
afterAll(() => product.stop());

test('every metric of the dashboard and of the rules is there from the start', () => {
  const kinds = new Map([...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
  const isThere = (name: string): boolean =>
    kinds.has(name) || kinds.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram';
  const names = [...new Set([...queries.map(({ expr }) => expr), rules].flatMap(namesIn))];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test('the dashboard asks for the servers that were chosen, and nothing else', () => {
  for (const { title, expr } of queries) {
    const chosen = expr.match(/\{job="\$job", instance=~"\$instance"/g) ?? [];
    expect(chosen.length, title).toBe((expr.match(/\b[a-z][a-z0-9_]*\{/g) ?? []).length);
  }
});

test('the page describes every alert', () => {
  const page = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describe.runIf(havePrometheus())('Prometheus', () => {
  let prometheus: TestPrometheus;
  beforeAll(async () => {
    const address = await product.server.app.listen({ port: 0, host: '127.0.0.1' });
    prometheus = await startPrometheus(new URL(address).host, RULES);
  });
  afterAll(() => prometheus?.stop());

  test('has nothing to say of our metrics', async () => {
    expect(await promtool(['check', 'metrics'], shown)).toEqual({ code: 0, output: '' });
  });
  test('takes the alert rules, and they fire when they should', async () => {
    expect(await promtool(['check', 'rules', RULES])).toMatchObject({ code: 0 });
    const tested = await promtool(['test', 'rules', join(FOLDER, 'alert-rules.test.yml')]);
    expect(tested.code, tested.output).toBe(0);
  });
  test('reads a running server', async () => {
    await expect
      .poll(() => prometheus.query('up{job="console"}'), { timeout: 20_000 })
      .toMatchObject([{ value: [expect.any(Number), '1'] }]);
    await product.send('GET', '/livez');
    await expect
      .poll(
        async () =>
          Number(
            (await prometheus.query('http_request_duration_seconds_count{job="console", route="/livez"}'))[0]
              ?.value[1] ?? 0,
          ),
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    const { groups } = (await prometheus.ask('/api/v1/rules')) as {
      groups: { rules: { name: string; health: string }[] }[];
    };
    expect(groups.flatMap((group) => group.rules).filter(({ health }) => health === 'err')).toEqual([]);
  });
  test.each(queries)('answers what the dashboard asks: $title, $expr', async ({ expr }) => {
    const asked = expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'console').replaceAll('$instance', '.+');
    expect(await prometheus.query(asked)).toBeInstanceOf(Array);
  });
});
