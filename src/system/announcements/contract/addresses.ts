export const ANNOUNCEMENT_LIST = '/isystem/announcement';
export const announcementPage = (id: string): string => `${ANNOUNCEMENT_LIST}/detail/${encodeURIComponent(id)}`;
export const announcementForm = (id: string | undefined): string =>
  id === undefined ? `${ANNOUNCEMENT_LIST}/form` : `${ANNOUNCEMENT_LIST}/form/${encodeURIComponent(id)}`;
/** Everybody's own page. */
export const MY_ANNOUNCEMENTS = '/account/messages';
/** One announcement as a page of its own, for who has its address (system-api.md 5.10). */
export const ANNOUNCEMENT_SHOW = '/api/sys/annountCement/show/:id';
