import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { runtimeConfig } from '#platform/http/web/runtime-config.ts';

/** Fetches a fresh link and lets the browser save the file: it never passes through the page's memory. */
export async function downloadFile(id: string): Promise<void> {
  const { path } = await call(exportEndpoints.link, { id });
  const link = document.createElement('a');
  link.href = runtimeConfig().systemBase + path;
  link.download = '';
  link.click();
}
