// The list of the reader's own announcements, for the panel behind the bell.
export { AnnouncementInbox } from './announcement-inbox.tsx';
