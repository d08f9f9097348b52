import { setTimeout as sleep } from 'node:timers/promises';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import type { ExportFormat, ExportJob } from '#platform/exports/contract/export-job.ts';
import { type Endpoint, fullPath, type RequestInput, type ResponseOf } from '#platform/http/contract/endpoint.ts';
import { statOf } from './processes.ts';
import { median } from './report.ts';
import { EXPORT_TENANT, EXPORTED_ORDERS } from './world.ts';

const LOOK_EVERY_MS = 20;
const REST_MS = 2_000;
const MEGABYTE = 1_048_576;

export interface ExportPlace {
  readonly productUrl: string;
  readonly floorUrl: string;
  /** A session of the exporting tenant. */
  readonly token: string;
  /** Process of the product. */
  readonly pid: number;
}

/** The same orders as a file by the product, from the request to the finished file, and by a plain cursor with CSV. */
export async function measureExports(place: ExportPlace, rounds: number): Promise<string[][]> {
  const range = {
    createdFrom: new Date(Date.now() - 30.5 * 86_400_000).toISOString(),
    createdTo: new Date(Date.now() + 3_600_000).toISOString(),
  };
  // once for nothing: modules and compiled code of both
  await floorFile(place, range);
  await productFile(place, range, 'csv', -1);
  await productFile(place, range, 'xlsx', -1);
  await sleep(REST_MS);
  const idle = rssOf(place.pid);
  let highest = idle;
  const memory = setInterval(() => {
    highest = Math.max(highest, rssOf(place.pid));
  }, LOOK_EVERY_MS);
  const seconds: Record<'floor' | ExportFormat, number[]> = { floor: [], csv: [], xlsx: [] };
  for (let round = 0; round < rounds; round += 1) {
    seconds.floor.push(await floorFile(place, range));
    for (const format of ['csv', 'xlsx'] as const) seconds[format].push(await productFile(place, range, format, round));
  }
  clearInterval(memory);
  const [floor, csv, xlsx] = [median(seconds.floor), median(seconds.csv), median(seconds.xlsx)];
  const text = (value: number): string => `${value.toFixed(2)} s`;
  const orders = EXPORTED_ORDERS.toLocaleString('en');
  return [
    [`export of ${orders} orders as CSV`, `${text(csv)}, ${(csv / floor).toFixed(2)} × plain`, 'at most 2 × plain'],
    ['the same by a plain cursor with CSV', text(floor), ''],
    [`export of ${orders} orders as XLSX`, text(xlsx), 'at most 4 s'],
    ['server memory above idle while exporting', `${((highest - idle) / MEGABYTE).toFixed(0)} MB`, 'under 100 MB'],
  ];
}

const rssOf = (pid: number): number => statOf(pid)?.rssBytes ?? 0;

async function floorFile({ floorUrl }: ExportPlace, range: { createdFrom: string; createdTo: string }) {
  const query = new URLSearchParams({ tenantId: String(EXPORT_TENANT), from: range.createdFrom, to: range.createdTo });
  const began = performance.now();
  const answer = (await (await fetch(`${floorUrl}/export?${query}`)).json()) as { rows: number };
  mustBeAll(answer.rows);
  return (performance.now() - began) / 1_000;
}

/** A second earlier in each round: the same question while its file is made is the same job. */
async function productFile(
  place: ExportPlace,
  range: { createdFrom: string; createdTo: string },
  format: ExportFormat,
  round: number,
): Promise<number> {
  const createdFrom = new Date(Date.parse(range.createdFrom) - round * 1_000).toISOString();
  const began = performance.now();
  const { id } = await ask(place, orderEndpoints.export, { ...range, createdFrom, format });
  let job: ExportJob | undefined;
  while (job?.state !== 'created') {
    await sleep(LOOK_EVERY_MS);
    const page = await ask(place, exportEndpoints.page, { pageSize: 1 });
    job = page.records.find((one) => one.id === id);
    if (job?.state === 'failed') throw new Error(`The export failed: ${job.failure}`);
  }
  mustBeAll(job.rows);
  return (performance.now() - began) / 1_000;
}

function mustBeAll(rows: number): void {
  if (rows !== EXPORTED_ORDERS) throw new Error(`${rows} rows instead of ${EXPORTED_ORDERS}`);
}

async function ask<E extends Endpoint>(
  place: ExportPlace,
  endpoint: E,
  request: RequestInput<E>,
): Promise<ResponseOf<E>> {
  const answer = await fetch(place.productUrl + fullPath(endpoint.path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': place.token, 'tenant-id': String(EXPORT_TENANT) },
    body: JSON.stringify(request),
  });
  const envelope = (await answer.json()) as { success: boolean; message: string; result: ResponseOf<E> };
  if (!envelope.success) throw new Error(`${endpoint.path}: ${envelope.message}`);
  return envelope.result;
}
