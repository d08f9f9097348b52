import { call } from '#platform/http/web/call.ts';
import { announcementEndpoints } from '../contract/endpoints.ts';

/** In a window of its own, opened at once so that no browser takes it for an unasked one. */
export async function openAsPage(id: string): Promise<void> {
  const page = window.open('about:blank', '_blank');
  const answer = await call(announcementEndpoints.showTicket, { id }, { idempotencyKey: crypto.randomUUID() }).catch(
    () => undefined,
  );
  if (!answer) return void page?.close();
  if (!page) return void location.assign(answer.url);
  page.opener = null;
  page.location.replace(answer.url);
}
