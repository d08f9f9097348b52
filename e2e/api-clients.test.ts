// What tools and clients make of our OpenAPI document that nobody here wrote; `e2e/clients` holds them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { haveClients, runTool } from './client-tools.ts';
import { ownProduct } from './own-product.ts';

const product = ownProduct();

interface Document {
  openapi: string;
  servers: { url: string }[];
}

describe.runIf(haveClients())('the OpenAPI document of a started server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-openapi-'));
  const file = join(folder, 'openapi.json');
  let document: Document;
  beforeAll(async () => {
    const text = await (await fetch(`${product.url}/api/openapi.json`)).text();
    document = JSON.parse(text) as Document;
    writeFileSync(file, text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('says where the server is', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: product.url }] });
  });
  test('is valid to @seriousme/openapi-schema-validator', async () => {
    expect(await runTool('node', 'validate.ts', file)).toEqual({ code: 0, output: '' });
  });
  test('gives @redocly/cli nothing to complain of', async () => {
    const { code, output } = await runTool('redocly', 'lint', '--config', 'redocly.yaml', '--format', 'json', file);
    const { totals, problems } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
      totals: { errors: number; warnings: number };
      problems: { ruleId: string; message: string }[];
    };
    expect(problems).toEqual([]);
    expect([code, totals.errors, totals.warnings]).toEqual([0, 0, 0]);
  });
  test('makes a client with openapi-typescript that compiles, logs in, pages through orders and is told refusals', async () => {
    const made = await runTool('openapi-typescript', file, '--output', 'api.gen.ts');
    expect(made.code, made.output).toBe(0);
    expect(await runTool('tsc', '--project', '.')).toEqual({ code: 0, output: '' });
    const asked = await runTool('node', 'order-pages.ts', product.url, 'manager', product.password);
    expect(asked.code, asked.output).toBe(0);
    const seen = JSON.parse(asked.output) as { total: number; orderNos: string[] };
    expect(seen).toMatchObject({
      user: 'manager',
      amount: { minor: expect.any(Number), currency: 'NOK' },
      refused: 'order.not-found',
      malformed: ['pageNo'],
    });
    expect(new Set(seen.orderNos).size).toBe(15);
    expect(seen.total).toBeGreaterThan(15);
  }, 600_000);
});
