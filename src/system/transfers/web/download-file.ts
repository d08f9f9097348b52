import { exportEndpoints } from '#platform/exports/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { followLink } from './follow-link.ts';

/** Fetches a fresh link and lets the browser save the file: it never passes through the page's memory. */
export async function downloadFile(id: string): Promise<void> {
  const { path } = await call(exportEndpoints.link, { id });
  followLink(path);
}
