/** The page of the files that one has asked for. */
export const DOWNLOADS = '/dashboard/downloads';
/** Where it stood while orders alone were exported: in mails, notices and bookmarks. */
export const OLDER_DOWNLOADS = '/orders/downloads';
/** Key of the page in the menu. */
export const DOWNLOADS_PAGE = 'transfers/downloads';
